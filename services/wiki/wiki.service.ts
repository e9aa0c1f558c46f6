import { withActions } from '../../lib/resource/define';
import { defineService } from '../../mixins/service';
import { links } from './link.resource';
import { pageActions } from './page.actions';
import { pages } from './page.resource';
import { renderAction } from './render.actions';
import { internal } from './wiki.internal';

/** Pages of the wiki and the links of its menu. */
export default defineService({ name: 'wiki', resources: [withActions(pages, pageActions), links], actions: [renderAction], internal });
