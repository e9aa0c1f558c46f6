import type { NodeTools } from '../../../../lib/contracts/node';
import { apiError, type ApiError } from '../../../../lib/errors';
import { asanaRole } from '../../../../lib/importers/asana';
import { recordIn, textIn, textOrNull, type Json } from '../../../../lib/importers/read';
import { OutsideClient, type OutsideFailure } from '../ask';
import { failingAs, requestLimits } from '../inquiries';
import { demandedCode, tokenIn } from '../parameters';
import type { OutsideProject, OutsideSystem } from '../system';
import { asanaClient, asanaId, invalidRequest } from './client';
import { fetchAsanaProject } from './fetch';
import { dataOf, pagesOf } from './pages';

/** Asana: OAuth 2, and pages that name the next. */
export const asana: OutsideSystem = {
  name: 'asana',

  authUrl({ node }) {
    const { url, clientId } = node.config.importers.asana;
    const query = { client_id: clientId ?? '', redirect_uri: backTo(node), response_type: 'code' };
    return Promise.resolve(`${url}/oauth_authorize?${new URLSearchParams(query).toString()}`);
  },

  async authorize(request) {
    const code = demandedCode(request);
    const { node } = request;
    const { url, clientId, clientSecret } = node.config.importers.asana;
    const client = new OutsideClient({ base: url, allowPrivate: true, credentials: () => ({}), ...requestLimits });
    const application = { client_id: clientId ?? '', client_secret: clientSecret ?? '' };
    const body = new URLSearchParams({ grant_type: 'authorization_code', ...application, redirect_uri: backTo(node), code }).toString();
    const headers = { 'content-type': 'application/x-www-form-urlencoded' };
    const answer = await failingAs(refusal, client.json('/oauth_token', {}, { method: 'POST', body, headers }));
    const token = textIn(recordIn(answer).access_token);
    if (token === '') throw invalidRequest();
    return { token };
  },

  role: asanaRole,

  fetch: fetchAsanaProject,

  access: (request) => ({ token: tokenIn(request), url: null }),

  async projects(node, access) {
    const client = asanaClient(node, access, requestLimits);
    const projects: OutsideProject[] = [];
    for await (const workspace of pagesOf(client, '/workspaces', { opt_fields: 'name' })) {
      const query = { workspace: textIn(workspace.gid), opt_fields: 'name,notes,public,privacy_setting' };
      for await (const project of pagesOf(client, '/projects', query)) projects.push(projectOf(workspace, project));
    }
    return projects;
  },

  async people(node, access, project) {
    const client = asanaClient(node, access, requestLimits);
    const { workspace } = await dataOf(client, `/projects/${asanaId(project)}`, { opt_fields: 'workspace' });
    const people = [];
    for await (const user of pagesOf(client, '/users', { workspace: textIn(recordIn(workspace).gid), opt_fields: 'name,email,photo' })) {
      people.push({
        id: textIn(user.gid),
        full_name: textIn(user.name),
        username: null,
        email: textOrNull(user.email),
        avatar: textOrNull(recordIn(user.photo).image_60x60),
      });
    }
    return people;
  },

  shown: ({ id, full_name, avatar }, user) => ({ id, full_name, avatar, ...(user && { user }) }),

  refusal,
};

const backTo = ({ config }: Pick<NodeTools, 'config'>): string => `${config.addresses.site}/project/new/import/asana`;

function projectOf(workspace: Json, project: Json): OutsideProject {
  return {
    id: textIn(project.gid),
    name: `${textIn(workspace.name)}/${textIn(project.name)}`,
    description: textIn(project.notes),
    is_private: !(project.public === true || project.privacy_setting === 'public_to_workspace'),
  };
}

function refusal({ status }: OutsideFailure): ApiError {
  const isRefused = status !== null && status < 500 && status !== 429;
  return isRefused ? invalidRequest() : apiError('WRONG_ARGUMENTS', 'Failed to make the request to Asana API');
}
