/** An answer of the API. */
export interface Answer<Body = Record<string, unknown>> {
  status: number;
  /** Parsed JSON, or null without a body. */
  body: Body;
  headers: Headers;
}

/** A request with a body as JSON or a form, as somebody, or nobody. */
export type Sender = <Body = Record<string, unknown>>(
  method: string,
  path: string,
  body?: unknown,
  as?: { token: string },
) => Promise<Answer<Body>>;

/** @param base like `http://127.0.0.1:8000/api/v1` */
export function sender(base: string): Sender {
  return async (method, path, body, as) => {
    const isForm = body instanceof FormData;
    const headers = { ...(!isForm && { 'content-type': 'application/json' }), ...(as && { authorization: `Bearer ${as.token}` }) };
    const sent = isForm || body === undefined ? body : JSON.stringify(body);
    const answer = await fetch(base + path, { method, headers, body: sent });
    const text = await answer.text();
    return { status: answer.status, headers: answer.headers, body: (text === '' ? null : JSON.parse(text)) as never };
  };
}
