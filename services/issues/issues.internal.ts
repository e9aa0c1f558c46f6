import { portableActions } from '../../lib/resource/portable';
import { RestRequest } from '../../lib/resource/request';
import {
  countComments,
  elementsById,
  forgetWatchers,
  markedElements,
  referencedElements,
  replaceTags,
  type StoredKind,
} from '../../lib/resource/traits/element.internal';
import { elementFacts, keepAttachments } from '../../lib/resource/traits/attachments';
import { bestElements, foundElement } from '../../lib/resource/traits/element.search';
import { changeFromOutside, documentsOf, elementsOfReference } from '../../lib/resource/traits/element.outside';
import { makeRows } from '../../lib/resource/traits/element.rows';
import type { InternalHandlers } from '../../mixins/service';
import { noteStory, originComment } from './generated-stories';
import { collectionName, traits } from './issue';
import { leaveMilestone, milestoneStates, moveOwnToMilestone } from './issue-milestones';
import { settingChanged, settingRemoved } from './issue-settings';
import { createFromOutside } from './outside.internal';
import { issues } from './issue.resource';
import { portables } from './portable';
import { issueCounts, memberStats } from './stats';

const kinds: readonly StoredKind[] = [{ kind: 'issue', collection: collectionName, reference: 'issue' }];

/** What other services ask of issues. */
export const internal: InternalHandlers<'issues'> = {
  markedBy: (query, { node }) => markedElements(node.store, kinds, query),
  elementsByRef: (wanted, { node }) => referencedElements(node.store, kinds, wanted),
  elementsById: ({ ids }, { node }) => elementsById(node.store, kinds, ids),
  commentsCounted: (comments, { node }) => countComments(node.store, kinds, comments),
  membersLeft: ({ left }, { node }) => forgetWatchers(node.store, [collectionName], left),
  renameTags: (replacement, { node }) => replaceTags(node.store, kinds, replacement),
  settingRemoved: (removal, call) => settingRemoved(RestRequest.inside(call), removal),
  settingChanged: (change, call) => settingChanged(RestRequest.inside(call), change),
  stats: ({ project }, { node }) => issueCounts(node.store, project),
  memberStats: ({ project }, { node }) => memberStats(node.store, project),
  milestoneStates: ({ milestones }, { node }) => milestoneStates(node.store, milestones),
  moveToMilestone: (move, call) => moveOwnToMilestone(RestRequest.inside(call), move),
  milestoneRemoved: ({ project, milestone }, { node }) => leaveMilestone(node.store, project, milestone),
  storyGenerated: ({ issue, story }, call) => noteStory(RestRequest.inside(call), issue, story, originComment(story)),
  search: async (wanted, { node }) => (await bestElements(node.store, collectionName, wanted)).map(foundElement),
  documents: async ({ kind, ids }, { node }) => (kind === 'issue' ? documentsOf(node.store, collectionName, ids) : []),
  changeFromOutside: (change, call) => changeFromOutside(issues, call, change),
  createFromOutside,
  makeIssues: (wanted, call) => makeRows({ traits, resource: issues }, call, wanted),
  ofExternalReference: (wanted, { node }) => elementsOfReference(node.store, kinds, wanted),
  elementFacts: (element, { node }) =>
    element.kind === 'issue' ? elementFacts(node.store, collectionName, element) : Promise.resolve(null),
  attachmentsChanged: (change, call) => keepAttachments(issues, RestRequest.inside(call), change),
  ...portableActions(portables),
  async removeProject({ project }, { node }) {
    await node.store.collection(collectionName).remove({ project });
  },
};
