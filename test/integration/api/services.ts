import { readdirSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { Readable } from 'node:stream';
import { buffer } from 'node:stream/consumers';
import { type Context, Errors, type ServiceSchema } from 'moleculer';
import type { RequestFacts, Reply, RestParams, RestRoute, StreamReply } from '../../../lib/contracts/http';
import { apiError, rawError, validationError } from '../../../lib/errors';
import { StoreUnavailableError } from '../../../lib/store/errors';

type Handler = (ctx: Context<RestParams, { request: RequestFacts; $stream?: StreamReply }>) => Promise<unknown> | Reply | string | Readable;

const json = (value: unknown, status = 200): Reply => ({ status, body: JSON.stringify(value) });
const at = (text: string, handler: Handler, more: Partial<RestRoute> = {}) => {
  const [method = '', path = ''] = text.split(' ');
  return { rest: { method: method as RestRoute['method'], path, ...more }, handler };
};
const echo: Handler = ({ params, meta }) => json({ params, request: meta.request });

/** What the streams of {@link things} did. */
export const streams = { closed: 0 };

/** The slow action of {@link things}: how often it began, and what lets the last one end. */
export const slow = { begun: 0, end: (): void => undefined };

/** Files that uploads have left behind. */
export const leftovers = () => readdirSync(tmpdir()).filter((name) => name.startsWith('larch-upload-'));

const failures: Record<string, () => Error> = {
  defect: () => new Error('a secret of the inside'),
  typed: () => new Errors.MoleculerError('inside', 418, 'TEAPOT', { secret: 1 }),
  store: () => new StoreUnavailableError('away'),
  timeout: () => new Errors.RequestTimeoutError({ action: 'x', nodeID: 'y' }),
  denied: () => apiError('PERMISSION_DENIED'),
  anonymous: () => apiError('NOT_AUTHENTICATED'),
  invalid: () => validationError({ subject: ['This field is required.'] }),
  empty: () => rawError(400, 'EMPTY', null),
  // As it comes out of a transporter: no class, only its properties.
  travelled: () =>
    Object.assign(new Error('x'), { name: 'ApiError', code: 451, type: 'BLOCKED', data: { body: { _error_message: 'Blocked element' } } }),
};

function endlessStream(): Readable {
  const stream = new Readable({ read: () => void setTimeout(() => stream.push(Buffer.alloc(65_536)), 1) });
  return stream.on('close', () => streams.closed++);
}

/** Actions that show what the gateway makes of a request. */
export const things: ServiceSchema = {
  name: 'things',
  actions: {
    list: at('GET /things', echo),
    create: at('POST /things', echo),
    one: at('GET /things/:id', echo),
    edit: at('PATCH /things/:id', echo),
    remove: at('DELETE /things/:id', () => ({ status: 204 })),
    empty: at('POST /things/:id/touch', () => ({ status: 200, body: null })),
    csv: at('GET /things/csv', () => ({
      status: 200,
      body: 'a,ü\n',
      contentType: 'text/csv; charset=utf-8',
      headers: { 'Taiga-Info-Order-Updated': '{}' },
    })),
    fail: at('GET /things/fail/:how', ({ params }) => {
      throw failures[params.path['how'] ?? '']?.() ?? new Error('unknown');
    }),
    wrong: at('GET /things/wrong', () => 'no reply'),
    upload: at(
      'POST /things/attachments',
      async ({ params, stream }) => {
        if (params.query['fail']) throw apiError('PERMISSION_DENIED');
        return json(
          { params, content: stream instanceof Readable ? (await buffer(stream)).toString('latin1') : null, spooled: leftovers().length },
          201,
        );
      },
      { upload: true },
    ),
    hook: at('POST /things/hook', echo, { rawBody: true }),
    slow: at('GET /things/slow', async () => {
      await new Promise<void>((resolve) => {
        slow.begun++;
        slow.end = resolve;
      });
      return json({});
    }),
    media: at(
      'GET /media/*file',
      ({ params, meta }) => {
        meta.$stream = { status: 200, headers: { 'Content-Type': 'image/png' } };
        return params.path['file'] === 'endless' ? endlessStream() : Readable.from([Buffer.from(`bytes of ${params.path['file']}`)]);
      },
      { root: true },
    ),
    internal: () => 'not to be reached',
  },
};
