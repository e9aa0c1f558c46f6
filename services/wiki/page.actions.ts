import { watchActions } from '../../lib/resource/traits/marks.actions';
import { bySlug } from './by-slug.actions';
import { pages } from './page.resource';

/** What there is to do with pages beside making, editing and deleting them. */
export const pageActions = [bySlug, ...watchActions(pages, 'view_wiki_pages')];
