import type { JiraSetting } from '../../../../lib/importers/jira/census';
import type { JiraProjectType } from '../../../../lib/importers/jira/kinds';
import type { OutsideClient } from '../ask';
import type { Fetching } from '../system';

/** A project or board, without its issues, which are in the spool. */
export interface JiraFound {
  name: string;
  description: string;
  setting: Omit<JiraSetting, 'server' | 'fields' | 'people' | 'keepReference'>;
}

/** What the fetching of a project or board works with. */
export interface JiraWork {
  client: OutsideClient;
  fetching: Fetching;
  projectType: JiraProjectType;
}
