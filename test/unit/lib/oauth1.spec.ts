import { createVerify, generateKeyPairSync } from 'node:crypto';
import { oauth1BaseText, oauth1Header } from '../../../lib/oauth1';

const client = { consumerKey: 'dpf43f3p2l4k3l03' };

function fieldsOf(header: string): Record<string, string> {
  expect(header.startsWith('OAuth ')).toBe(true);
  const pairs = header.slice('OAuth '.length).split(', ');
  return Object.fromEntries(
    pairs.map((pair) => [pair.slice(0, pair.indexOf('=')), decodeURIComponent(pair.slice(pair.indexOf('=') + 2, -1))]),
  );
}

describe('a signature of OAuth 1.0', () => {
  it('is made over the text that RFC 5849 shows', () => {
    const protocol = [
      ['c2', ''],
      ['a3', '2 q'],
      ['oauth_consumer_key', '9djdj82h48djs9d2'],
      ['oauth_token', 'kkk9d7dh3k39sjv7'],
      ['oauth_signature_method', 'HMAC-SHA1'],
      ['oauth_timestamp', '137131201'],
      ['oauth_nonce', '7d8f3e4a'],
    ] as const;
    expect(oauth1BaseText('post', 'http://EXAMPLE.COM:80/request?b5=%3D%253D&a3=a&c%40=&a2=r%20b', protocol)).toBe(
      'POST&http%3A%2F%2Fexample.com%2Frequest&a2%3Dr%2520b%26a3%3D2%2520q%26a3%3Da%26b5%3D%253D%25253D%26c%2540%3D%26c2%3D%26' +
        'oauth_consumer_key%3D9djdj82h48djs9d2%26oauth_nonce%3D7d8f3e4a%26oauth_signature_method%3DHMAC-SHA1%26' +
        'oauth_timestamp%3D137131201%26oauth_token%3Dkkk9d7dh3k39sjv7',
    );
  });

  it('differs with the token, its secret, the query and the moment', () => {
    const address = 'http://photos.example.net/photos?file=vacation.jpg';
    const moment = { timestamp: '137131202', nonce: 'one' };
    const secret = { method: 'HMAC-SHA1', consumerSecret: 'kd94hf93k423kf44', tokenSecret: 'pfkkdhi9sl3r4s00' } as const;
    const sign = (change: { address?: string; token?: string; tokenSecret?: string; nonce?: string }) =>
      fieldsOf(
        oauth1Header(
          { method: 'GET', address: change.address ?? address },
          {
            ...client,
            token: change.token ?? 'nnch734d00sl2jdk',
            secret: { ...secret, tokenSecret: change.tokenSecret ?? secret.tokenSecret },
          },
          { ...moment, nonce: change.nonce ?? moment.nonce },
        ),
      ).oauth_signature;
    const signatures = [{}, { address: `${address}&size=1` }, { token: 'other' }, { tokenSecret: 'other' }, { nonce: 'two' }].map(sign);
    expect(new Set(signatures).size).toBe(5);
    expect(sign({})).toBe(signatures[0]);
  });

  it('by RSA is verified with the public key', () => {
    const { privateKey, publicKey } = generateKeyPairSync('rsa', { modulusLength: 1024 });
    const pem = privateKey.export({ type: 'pkcs8', format: 'pem' }).toString();
    const address = 'https://jira.example.com/plugins/servlet/oauth/request-token';
    const protocol = { oauth_callback: 'http://front/project/new/import/jira?url=https://jira.example.com' };
    const header = oauth1Header({ method: 'POST', address, protocol }, { ...client, secret: { method: 'RSA-SHA1', privateKey: pem } });
    const { oauth_signature: signature = '', ...fields } = fieldsOf(header);
    expect(fields).toMatchObject({ oauth_signature_method: 'RSA-SHA1', oauth_version: '1.0', ...protocol });
    const text = oauth1BaseText('POST', address, Object.entries(fields));
    expect(createVerify('RSA-SHA1').update(text).verify(publicKey, signature, 'base64')).toBe(true);
  });

  it('encodes what addresses leave as it is', () => {
    const moment = { timestamp: '1', nonce: "a!'()*~b" };
    const header = oauth1Header(
      { method: 'GET', address: 'http://a/' },
      { ...client, secret: { method: 'HMAC-SHA1', consumerSecret: 's' } },
      moment,
    );
    expect(header).toContain('oauth_nonce="a%21%27%28%29%2A~b"');
  });

  it('by shared secrets is the one of the example of OAuth Core 1.0', () => {
    const signer = {
      ...client,
      token: 'nnch734d00sl2jdk',
      secret: { method: 'HMAC-SHA1', consumerSecret: 'kd94hf93k423kf44', tokenSecret: 'pfkkdhi9sl3r4s00' },
    } as const;
    const address = 'http://photos.example.net/photos?file=vacation.jpg&size=original';
    const moment = { timestamp: '1191242096', nonce: 'kllo9940pd9333jh' };
    expect(fieldsOf(oauth1Header({ method: 'GET', address }, signer, moment)).oauth_signature).toBe('tR3+Ty81lMeYAr/Fid0kMTYa/WM=');
  });
});
