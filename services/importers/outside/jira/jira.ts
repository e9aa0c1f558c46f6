import { apiError } from '../../../../lib/errors';
import { projectTypes } from '../../../../lib/importers/jira/kinds';
import { jiraRole } from '../../../../lib/importers/jira/project';
import { recordIn, textIn, textOrNull, type Json } from '../../../../lib/importers/read';
import type { RestRequest } from '../../../../lib/resource/request';
import { byCodePoint } from '../../../../lib/resource/values';
import { OutsideFailure, type OutsideClient } from '../ask';
import { failingAs, requestLimits } from '../inquiries';
import { askToken, joinedToken } from '../oauth1-exchange';
import { expiredAuth, invalidAuth, textParameter, thirdPartyFailure, tokenIn } from '../parameters';
import { keepPending, takePending } from '../pending';
import type { OutsidePerson } from '../people';
import type { Access, OutsideProject, OutsideSystem } from '../system';
import { asker, jiraClient, jiraId } from './client';
import { fetchJira } from './fetch';
import { agilePages, listPages } from './pages';

/** Jira servers that users name: OAuth 1 with an RSA key. */
export const jira: OutsideSystem = {
  name: 'jira',

  async authUrl(request) {
    const { config, store } = request.node;
    const url = serverAddress(request.query.url);
    const protocol = { oauth_callback: `${config.addresses.site}/project/new/import/jira?url=${encodeURIComponent(url)}` };
    const pending = await failingAs(
      invalidServer,
      askToken({ address: `${url}/plugins/servlet/oauth/request-token`, protocol, ...asker(config) }),
    );
    await keepPending({ store }, 'jira', request.requireUser().id, { ...pending, url });
    return `${url}/plugins/servlet/oauth/authorize?oauth_token=${encodeURIComponent(pending.token)}`;
  },

  async authorize(request) {
    const { node } = request;
    const verifier = textParameter(request, 'oauth_verifier');
    const pending = await takePending(node, 'jira', request.requireUser().id);
    if (!pending?.url || verifier === '') throw expiredAuth();
    const address = `${pending.url}/plugins/servlet/oauth/access-token`;
    const granted = await failingAs(
      expiredAuth,
      askToken({ address, protocol: { oauth_verifier: verifier }, ...asker(node.config, pending.token) }),
    );
    return { token: joinedToken(granted), url: pending.url };
  },

  role: jiraRole,

  fetch: fetchJira,

  checkOptions({ projectType }) {
    const isKnown = projectType === '' || projectTypes.some((known) => known === projectType);
    if (!isKnown) throw apiError('WRONG_ARGUMENTS', `Invalid project_type ${projectType}`);
  },

  access(request: RestRequest): Access {
    const url = serverAddress(textParameter(request, 'url'));
    const token = tokenIn(request);
    if (!token.includes('.')) throw invalidAuth();
    return { token, url };
  },

  async projects(node, access) {
    const client = jiraClient(node, access, requestLimits);
    const projects: OutsideProject[] = [];
    for await (const project of listPages(client, '/api/2/project', { expand: 'description' }))
      projects.push(shownProject(project, 'normal'));
    for await (const board of agilePages(client, '/agile/1.0/board')) projects.push(shownProject(board, 'agile'));
    return projects.sort((one, other) => byCodePoint(one.name, other.name));
  },

  async people(node, access, project, body) {
    const client = jiraClient(node, access, requestLimits);
    const key = await projectKey(client, project, body.importer_type === 'agile');
    const people: OutsidePerson[] = [];
    const query = { username: '', projectKeys: key };
    for await (const user of listPages(client, '/api/2/user/assignable/multiProjectSearch', query))
      people.push(await personOf(client, user));
    return people;
  },

  shown: ({ id, full_name, email, avatar }, user) => ({ id, full_name, email, avatar, user }),

  refusal: (_failure, what) =>
    what === 'users' ? apiError('WRONG_ARGUMENTS', 'Users are listed of Jira servers before version 8.6 only') : thirdPartyFailure(),
};

const invalidServer = () => apiError('WRONG_ARGUMENTS', 'Invalid Jira server configuration.');

/** @throws 400 for what is no address of a server */
function serverAddress(given: string | undefined): string {
  const text = (given ?? '').trim();
  if (text === '') throw apiError('WRONG_ARGUMENTS', 'The url param is needed');
  const url = URL.canParse(text) ? new URL(text) : null;
  if (!url || !['http:', 'https:'].includes(url.protocol) || url.username || url.password || url.search || url.hash) throw invalidServer();
  return url.href.replace(/\/+$/, '');
}

const shownProject = ({ id, name, description }: Json, importer_type: 'normal' | 'agile'): OutsideProject => ({
  id: textIn(id),
  name: textIn(name),
  description: textIn(description),
  is_private: true,
  importer_type,
});

/** The key of a project, or of the first project of a board. @throws OutsideFailure */
async function projectKey(client: OutsideClient, project: string, isBoard: boolean): Promise<string> {
  const id = jiraId(project);
  if (!isBoard) {
    const found = await client.json(`/api/2/project/${id}`).catch(missing);
    if (found !== null) return textIn(recordIn(found).key);
  }
  for await (const one of agilePages(client, `/agile/1.0/board/${id}/project`)) return textIn(one.key);
  throw new OutsideFailure(404, 'No such project');
}

function missing(error: unknown): null {
  if (error instanceof OutsideFailure && error.status === 404) return null;
  throw error;
}

async function personOf(client: OutsideClient, user: Json): Promise<OutsidePerson> {
  const id = textIn(user.key) || textIn(user.name);
  const whole = textIn(user.emailAddress) === '' ? { ...user, ...recordIn(await client.json('/api/2/user', { key: id })) } : user;
  return {
    id,
    full_name: textIn(whole.displayName),
    username: textOrNull(whole.name),
    email: textOrNull(whole.emailAddress),
    avatar: textOrNull(recordIn(whole.avatarUrls)['48x48']),
  };
}
