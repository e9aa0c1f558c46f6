import type { InternalHandlers } from '../../../mixins/service';
import { portableActions } from '../../../lib/resource/portable';
import { RestRequest } from '../../../lib/resource/request';
import {
  countComments,
  forgetWatchers,
  markedElements,
  referencedElements,
  replaceTags,
} from '../../../lib/resource/traits/element.internal';
import { elementsOfReference } from '../../../lib/resource/traits/element.outside';
import { countProgress } from '../epics/epic-progress';
import { makeRows } from '../../../lib/resource/traits/element.rows';
import { recloseMilestones } from '../milestones/milestone-closing';
import { portables } from '../portable/portable';
import { relateRestored } from '../portable/relations.internal';
import { forgetOrigin } from '../userstories/userstory-origin';
import { traits } from '../userstories/userstory';
import { placeInOrder } from '../userstories/userstory-bulk.rules';
import { userStories } from '../userstories/userstory.resource';
import { existingStories } from '../userstories/generated-stories';
import { promote } from '../userstories/userstory-promotion';
import { completePoints, storiesEnterSwimlane } from '../userstories/userstory-settings';
import { keepOwnAttachments, ownFacts } from './attachments.internal';
import { epicCards, milestoneCards, milestonesOfProjects } from './cards.internal';
import { kinds, kindsWithReferences } from './kinds';
import { changeByHost, documents } from './outside.internal';
import { removeProject } from './removal.internal';
import { search } from './search.internal';
import { settingChanged, settingRemoved } from './settings.internal';
import { memberStats, projectStats, storiesCreated } from './stats.internal';

/** What other services ask of the backlog. */
export const internal: InternalHandlers<'backlog'> = {
  milestoneCards: ({ ids }, { node }) => milestoneCards(node.store, ids),
  milestonesOf: ({ projects }, { node }) => milestonesOfProjects(node.store, projects),
  epicCards: ({ ids }, { node }) => epicCards(node.store, ids),
  epicProgress: ({ ids }, { node }) => countProgress(node.store, ids),
  markedBy: (query, { node }) => markedElements(node.store, kinds, query),
  elementsByRef: (wanted, { node }) => referencedElements(node.store, kinds, wanted),
  commentsCounted: (comments, { node }) => countComments(node.store, kinds, comments),
  membersLeft: ({ left }, { node }) => forgetWatchers(node.store, ['epics', 'userstories', 'tasks', 'milestones'], left),
  renameTags: (replacement, { node }) => replaceTags(node.store, kinds, replacement),
  closedStoriesOf: ({ user, projects }, { node }) =>
    node.store.collection('userstories').count({ project: { in: projects }, is_closed: true, assignees: { contains: user } }),
  rolesChanged: ({ project, gone }, call) => completePoints(RestRequest.inside(call), project, gone),
  settingRemoved: (removal, call) => settingRemoved(RestRequest.inside(call), removal),
  settingChanged: (change, call) => settingChanged(RestRequest.inside(call), change),
  firstSwimlane: ({ project, swimlane }, call) => storiesEnterSwimlane(RestRequest.inside(call), project, swimlane),
  projectStats: ({ project }, call) => projectStats(RestRequest.inside(call), project),
  memberStats: ({ project }, { node }) => memberStats(node.store, project),
  storiesCreated: ({ since }, { node }) => storiesCreated(node.store, since),
  recloseMilestones: ({ milestones, deletion }, call) => recloseMilestones(RestRequest.inside(call), milestones, { deletion }),
  generatedStories: ({ ids }, call) => existingStories(RestRequest.inside(call), ids),
  originRemoved: ({ issue }, call) => forgetOrigin(RestRequest.inside(call), 'issue', issue),
  promote: (promotion, call) => promote(RestRequest.inside(call), promotion),
  documents: (wanted, { node }) => documents(node.store, wanted),
  changeFromOutside: changeByHost,
  makeStories: (wanted, call) => makeRows({ traits, resource: userStories, place: placeInOrder }, call, wanted),
  ofExternalReference: (wanted, { node }) => elementsOfReference(node.store, kindsWithReferences, wanted),
  search: (wanted, call) => search(RestRequest.inside(call), wanted),
  elementFacts: (element, { node }) => ownFacts(node.store, element),
  attachmentsChanged: (change, call) => keepOwnAttachments(RestRequest.inside(call), change),
  relateRestored: ({ project, relations }, { node }) => relateRestored(node.store, project, relations),
  ...portableActions(portables),
  removeProject: ({ project }, { node }) => removeProject(node, project),
};
