import { FieldProblem } from '../../../../lib/resource/fields';
import { judgeFailure } from '../../../../services/webhooks/delivery/retries';
import { isPrivateNumber, readAddress } from '../../../../services/webhooks/webhook.rules';

const read = (url: unknown) => {
  try {
    return readAddress(url, { operation: 'create' });
  } catch (error) {
    if (error instanceof FieldProblem) return error.messages;
    throw error;
  }
};

describe('the address of a webhook', () => {
  it.each(['http://example.com', 'HTTPS://example.com:8443/a?b=c#d', 'ftp://example.com/x', 'http://10.0.0.1:80/', 'http://[::1]:8080/x'])(
    '%s is taken',
    (url) => expect(read(url)).toBe(url),
  );
  it.each([
    'not a url',
    'nonsense',
    'gopher://example.com',
    'http://',
    'http://example.com:8',
    'http://example.com:123456',
    'http://a b.com',
  ])('%s is refused', (url) => expect(read(url)).toEqual(['Invalid value.']));
  it('is wanted, and no longer than 200 characters', () => {
    expect(read('')).toEqual(['This field is required.']);
    expect(read(`http://example.com/${'x'.repeat(200)}`)).toEqual(['Ensure this value has at most 200 characters (it has 219).']);
  });
  it('is known for private by its number in every spelling', () => {
    const hosts = [
      '127.0.0.1',
      '0x7f.1',
      '2130706433',
      '10.1.1.1',
      '192.168.1.1',
      '169.254.169.254',
      '[::1]',
      '[fd00::1]',
      '[::ffff:10.0.0.1]',
    ];
    expect(hosts.filter((host) => !isPrivateNumber(`http://${host}/`))).toEqual([]);
    expect(['example.com', '93.184.216.34', '[2606:4700::1111]'].filter((host) => isPrivateNumber(`http://${host}/`))).toEqual([]);
  });
});

describe('a failed delivery', () => {
  const since = '2026-01-01T00:00:00.000Z';
  const begin = Date.parse(since);

  it('is repeated after growing pauses until a day of failures is over', () => {
    const waits: number[] = [];
    let at = begin;
    for (let failures = 1; failures < 100; failures++) {
      const verdict = judgeFailure(500, failures, since, new Date(at));
      if ('giveUp' in verdict) {
        expect(verdict.giveUp).toBe('failing');
        break;
      }
      waits.push(Date.parse(verdict.retryAt) - at);
      at = Date.parse(verdict.retryAt);
    }
    expect(at - begin).toBe(86_400_000);
    expect(waits[0]).toBe(5000);
    expect(waits.slice(0, 8)).toEqual([...waits.slice(0, 8)].sort((left, right) => left - right));
    expect(waits.length).toBeGreaterThan(8);
  });

  it('is given up at once when the receiver is gone', () => {
    expect(judgeFailure(410, 1, since, new Date(begin))).toEqual({ giveUp: 'gone' });
  });
});
