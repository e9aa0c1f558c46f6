import { sniffType } from '../../../../lib/files/sniff';

const latin = (text: string) => Buffer.from(text, 'latin1');

describe('sniffType', () => {
  it.each([
    ['image/png', latin('\x89PNG\r\n\x1a\n0000')],
    ['image/jpeg', latin('\xff\xd8\xff\xe0')],
    ['image/webp', latin('RIFF0000WEBP')],
    ['audio/wav', latin('RIFF0000WAVE')],
    ['image/vnd.adobe.photoshop', latin('8BPS\0\x01\0\0')],
    ['application/pdf', latin('%PDF-1.7')],
    ['application/octet-stream', latin('\x00\x01\x02')],
    ['application/octet-stream', latin('half\xff')],
  ])('knows %s by its bytes', (type, head) => {
    expect(sniffType(head)).toBe(type);
  });

  it('takes programs for browsers for text, also where a character is cut off', () => {
    for (const program of ['<!DOCTYPE html><script>1</script>', '<svg xmlns="http://www.w3.org/2000/svg"/>', 'Ünïcode']) {
      expect(sniffType(Buffer.from(program))).toBe('text/plain; charset=utf-8');
    }
    expect(sniffType(Buffer.from('abcü').subarray(0, 4))).toBe('text/plain; charset=utf-8');
  });
});
