import type { Words } from './words';

const short = { userstory: 'US', task: 'task', issue: 'issue', epic: 'epic', wikipage: 'Wiki Page' };
const long = { userstory: 'user story', task: 'task', issue: 'issue', epic: 'epic', wikipage: 'wiki page' };
const verbs = { create: 'created', change: 'updated', delete: 'deleted' };
const capital = (word: string) => word.charAt(0).toUpperCase() + word.slice(1);

/** Notifications in English. */
export const en: Words = {
  subject: (action, kind) => `${capital(verbs[action])} the ${short[kind]}`,
  happened: ({ author, action, kind, element, project }) => `${author} ${verbs[action]} the ${long[kind]} ${element} in ${project}.`,
  open: (kind) => `See the ${long[kind]}`,
  settings: 'Choose what you are told by mail',
  comment: 'Comment:',
  fields: {
    subject: 'Subject',
    description: 'Description',
    content: 'Content',
    status: 'Status',
    type: 'Type',
    priority: 'Priority',
    severity: 'Severity',
    milestone: 'Sprint',
    swimlane: 'Swimlane',
    user_story: 'User story',
    owner: 'Created by',
    assigned_to: 'Assigned to',
    assigned_users: 'Assigned to',
    points: 'Points',
    tags: 'Tags',
    attachments: 'Attachments',
    custom_attributes: 'Custom field',
    due_date: 'Due date',
    color: 'Colour',
    is_blocked: 'Blocked',
    blocked_note: 'Why it is blocked',
    is_iocaine: 'Iocaine',
    client_requirement: 'Client requirement',
    team_requirement: 'Team requirement',
  },
  yes: 'yes',
  no: 'no',
  nothing: 'none',
  somebody: 'Somebody',
  attachments: { new: 'Added attachment', changed: 'Changed attachment', deleted: 'Deleted attachment' },
};
