import { githubRole } from '../../../../lib/importers/github';
import { recordIn, textIn, textOrNull } from '../../../../lib/importers/read';
import { addressOf, OutsideClient } from '../ask';
import { failingAs, inTurns, requestLimits } from '../inquiries';
import { demandedCode, invalidAuth, thirdPartyFailure, tokenIn } from '../parameters';
import type { OutsidePerson } from '../people';
import type { OutsideProject, OutsideSystem } from '../system';
import { githubClient } from './client';
import { fetchRepository } from './fetch';
import { pagesOf, repositoryPath } from './pages';

/** GitHub, or an installation of it: OAuth 2, and pages of a hundred. */
export const github: OutsideSystem = {
  name: 'github',

  authUrl({ node, query }) {
    const { url, clientId } = node.config.github;
    const back = query.uri ? `&redirect_uri=${encodeURIComponent(query.uri)}` : '';
    return Promise.resolve(`${url}/login/oauth/authorize?client_id=${encodeURIComponent(clientId ?? '')}&scope=user,repo${back}`);
  },

  async authorize(request) {
    const code = demandedCode(request);
    const { url, clientId, clientSecret } = request.node.config.github;
    const client = new OutsideClient({ base: url, allowPrivate: true, credentials: () => ({}), ...requestLimits });
    const body = new URLSearchParams({ client_id: clientId ?? '', client_secret: clientSecret ?? '', code }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded', accept: 'application/x-www-form-urlencoded' };
    const answer = await failingAs(
      thirdPartyFailure,
      client.text(addressOf(url, '/login/oauth/access_token'), { method: 'POST', body, headers }),
    );
    const token = new URLSearchParams(answer).get('access_token');
    if (!token) throw invalidAuth();
    return { token };
  },

  role: githubRole,

  fetch: fetchRepository,

  access: (request) => ({ token: tokenIn(request), url: null }),

  async projects(node, access) {
    const projects: OutsideProject[] = [];
    for await (const repository of pagesOf(githubClient(node, access, requestLimits), '/user/repos', { sort: 'full_name' })) {
      const name = textIn(repository.full_name);
      projects.push({ id: name, name, description: textIn(repository.description), is_private: repository.private === true });
    }
    return projects;
  },

  async people(node, access, project) {
    const client = githubClient(node, access, requestLimits);
    const logins: string[] = [];
    for await (const person of pagesOf(client, `/repos/${repositoryPath(project)}/collaborators`)) logins.push(textIn(person.login));
    return inTurns(logins, async (login) => personOf(await client.json(`/users/${encodeURIComponent(login)}`)));
  },

  shown: ({ id, username, full_name, avatar }, user) => ({ id: Number(id), username, full_name, avatar, ...(user && { user }) }),

  refusal: thirdPartyFailure,
};

function personOf(value: unknown): OutsidePerson {
  const { id, login, name, avatar_url, email } = recordIn(value);
  return {
    id: textIn(id),
    username: textIn(login),
    full_name: textIn(name) || textIn(login),
    avatar: textOrNull(avatar_url),
    email: textOrNull(email),
  };
}
