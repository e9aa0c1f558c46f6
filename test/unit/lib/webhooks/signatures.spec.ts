import { createHmac } from 'node:crypto';
import { sameSecret, signatureHeaders } from '../../../../lib/webhooks/signatures';

const message = { id: 'evt:7', timestamp: 1_700_000_000, body: '{"test":"ñ"}', key: 'the key' };

describe('signatures of a delivery', () => {
  it('sign the raw body as each family of receivers expects it', () => {
    const sha1 = createHmac('sha1', 'the key').update(Buffer.from(message.body)).digest('hex');
    expect(signatureHeaders(message)).toEqual({
      'X-TAIGA-WEBHOOK-SIGNATURE': sha1,
      'X-Hub-Signature': `sha1=${sha1}`,
      'X-Hub-Signature-256': `sha256=${createHmac('sha256', 'the key').update(message.body).digest('hex')}`,
      'webhook-id': 'evt:7',
      'webhook-timestamp': '1700000000',
      'webhook-signature': `v1,${createHmac('sha256', 'the key').update(`evt:7.1700000000.${message.body}`).digest('base64')}`,
    });
  });

  it('use the bytes that a key of Standard Webhooks encodes', () => {
    const bytes = Buffer.from([1, 2, 3, 250]);
    const headers = signatureHeaders({ ...message, key: `whsec_${bytes.toString('base64')}` });
    const expected = createHmac('sha256', bytes).update(`evt:7.1700000000.${message.body}`).digest('base64');
    expect(headers['webhook-signature']).toBe(`v1,${expected}`);
  });
});

it('secrets of any length are compared whole', () => {
  expect(sameSecret('abc', 'abc')).toBe(true);
  expect(['', 'ab', 'abcd', 'abd', 'ABC'].some((sent) => sameSecret(sent, 'abc'))).toBe(false);
});
