const pagination = ['count', 'current', 'next', 'prev'].map((name) => `x-pagination-${name}`);
const info = [
  'total-opened-milestones',
  'total-closed-milestones',
  'backlog-total-userstories',
  'userstories-without-swimlane',
  'project-memberships',
  'project-is-private',
  'order-updated',
];

const exposed = [
  'x-paginated',
  'x-paginated-by',
  ...pagination,
  'x-site-host',
  'x-site-register',
  ...info.map((name) => `taiga-info-${name}`),
  ...info.map((name) => `service-info-${name}`),
];

/** Headers of every answer, as the flat list that `writeHead` takes (conventions.md §7). */
export const commonHeaders: readonly string[] = Object.entries({
  'Access-Control-Allow-Origin': '*',
  'Access-Control-Allow-Credentials': 'true',
  'Access-Control-Max-Age': '1800',
  'Access-Control-Allow-Methods': 'GET,POST,PUT,PATCH,DELETE,OPTIONS,HEAD',
  'Access-Control-Allow-Headers':
    'content-type,x-requested-with,authorization,accept-encoding,x-disable-pagination,x-lazy-pagination,x-host,x-session-id,set-orders',
  'Access-Control-Expose-Headers': exposed.join(','),
  'X-Content-Type-Options': 'nosniff',
  Vary: 'Accept, Accept-Language, Authorization',
}).flat();

const infoPrefix = /^taiga-info-/i;
const twinPrefix = /^service-info-/i;

/** Adds an answer's own headers to a flat list; each `Taiga-Info-…` one goes out as `Service-Info-…` too. */
export function pushHeaders(list: string[], headers: Readonly<Record<string, string>>): void {
  for (const name in headers) {
    if (twinPrefix.test(name)) continue;
    const value = String(headers[name]);
    list.push(name, value);
    if (infoPrefix.test(name)) list.push(name.replace(infoPrefix, 'Service-Info-'), value);
  }
}
