import { withActions } from '../../lib/resource/define';
import { defineService } from '../../mixins/service';
import { issueActions } from './issue.actions';
import { issues } from './issue.resource';
import { internal } from './issues.internal';

/** Issues. */
export default defineService({ name: 'issues', resources: [withActions(issues, issueActions)], internal });
