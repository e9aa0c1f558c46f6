import { defineService } from '../../mixins/service';
import { resolverAction } from './resolver.actions';
import { searchAction } from './search.actions';

/** Finds what a project holds by words, refs and slugs. It keeps nothing and asks those who do. */
export default defineService({ name: 'search', actions: [searchAction, resolverAction], internal: {} });
