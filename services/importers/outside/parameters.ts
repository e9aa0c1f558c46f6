import { apiError } from '../../../lib/errors';
import type { RestRequest } from '../../../lib/resource/request';

/** A parameter of the body as text: numbers too; '' for anything else and for one that is missing. */
export function textParameter({ body }: RestRequest, name: string): string {
  const value = body[name];
  return typeof value === 'string' ? value.trim() : typeof value === 'number' ? String(value) : '';
}

/** The outside project that the request is about. @throws 400 */
export function projectIn(request: RestRequest): string {
  const project = textParameter(request, 'project');
  if (project === '') throw apiError('WRONG_ARGUMENTS', 'The project param is needed');
  return project;
}

/** @throws 400 */
export function demandedCode(request: RestRequest): string {
  const code = textParameter(request, 'code');
  if (code === '') throw apiError('BAD_REQUEST', 'Code param needed');
  return code;
}

/** The token of systems that need nothing else. @throws 400 */
export function tokenIn(request: RestRequest): string {
  const token = textParameter(request, 'token');
  // Control characters would end the header in which the token travels.
  if (token === '' || !/^[\x21-\x7e]{1,4096}$/.test(token)) throw invalidAuth();
  return token;
}

export const invalidAuth = () => apiError('BAD_REQUEST', 'Invalid auth data');
export const expiredAuth = () => apiError('WRONG_ARGUMENTS', 'Invalid or expired auth token');
export const thirdPartyFailure = () => apiError('BAD_REQUEST', 'Third party service failing');
