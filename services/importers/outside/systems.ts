import { asana } from './asana/asana';
import { github } from './github/github';
import { jira } from './jira/jira';
import type { OutsideSystem } from './system';
import { trello } from './trello/trello';

/** The systems that projects can be imported from. */
export const outsideSystems: readonly OutsideSystem[] = [trello, github, jira, asana];
