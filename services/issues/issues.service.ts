import { defineService } from '../../mixins/service';
import { issues } from './issue.resource';
import { internal } from './issues.internal';

/** Issues. */
export default defineService({ name: 'issues', resources: [issues], internal });
