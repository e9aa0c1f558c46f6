/** Bytes as base64 in pieces: each piece but the last stands for whole groups of three bytes. */
export async function* base64Of(bytes: AsyncIterable<Buffer>): AsyncGenerator<string> {
  let rest: Buffer = Buffer.alloc(0);
  for await (const chunk of bytes) {
    const joined = rest.length > 0 ? Buffer.concat([rest, chunk]) : chunk;
    const whole = joined.length - (joined.length % 3);
    if (whole > 0) yield joined.toString('base64', 0, whole);
    rest = joined.subarray(whole);
  }
  if (rest.length > 0) yield rest.toString('base64');
}
