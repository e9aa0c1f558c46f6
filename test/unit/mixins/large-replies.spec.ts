import { asStream } from '../../../mixins/large-replies';

const textOf = async (stream: NodeJS.ReadableStream) => {
  const chunks: Buffer[] = [];
  for await (const chunk of stream) chunks.push(chunk as Buffer);
  return { text: Buffer.concat(chunks).toString(), largest: Math.max(...chunks.map(({ length }) => length)) };
};

describe('large answers', () => {
  it('leave what fits into one message as it is', () => {
    expect(asStream({ status: 200, body: null })).toBeNull();
    expect(asStream({ status: 200, body: 'x'.repeat(512 * 1024) })).toBeNull();
    expect(asStream({ status: 200, body: 'é'.repeat(200_000) })).toBeNull();
  });

  it('go in pieces, with what the client has to know of the whole', async () => {
    const body = JSON.stringify('日本語'.repeat(150_000));
    const streamed = asStream({ status: 201, body, headers: { 'x-count': '7' } });
    const bytes = Buffer.byteLength(body);
    expect(streamed).toMatchObject({
      status: 201,
      headers: { 'Content-Type': 'application/json', 'Content-Length': String(bytes), 'x-count': '7' },
    });
    const { text, largest } = await textOf(streamed?.stream as NodeJS.ReadableStream);
    expect([text === body, largest <= 128 * 1024]).toEqual([true, true]);
  });
});
