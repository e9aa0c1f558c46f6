const wrong = /[^A-Za-z0-9+/=_\s-]/;

/** Whether a text is base64, line breaks and the alphabet for addresses allowed. */
export function isBase64(text: string): boolean {
  const decoder = new Base64Decoder();
  decoder.push(Buffer.from(JSON.stringify(text).slice(1, -1)));
  decoder.end();
  return decoder.isValid;
}

/** Decodes base64 that comes as the raw content of a JSON text, in pieces of any length. */
export class Base64Decoder {
  /** What can't be decoded yet: a part of an escape, or fewer than four characters. */
  private rest = '';
  isValid = true;

  push(raw: Buffer): Buffer {
    const text = this.rest + raw.toString('latin1');
    const partial = /\\(?:u[0-9a-fA-F]{0,3})?$/.exec(text)?.[0] ?? '';
    const plain = this.unescaped(partial === '' ? text : text.slice(0, -partial.length));
    const whole = plain.length - (plain.length % 4);
    this.rest = plain.slice(whole) + partial;
    return Buffer.from(plain.slice(0, whole), 'base64');
  }

  end(): Buffer {
    const plain = this.unescaped(this.rest).replace(/=+$/, '');
    // Six bits are no byte.
    if (plain.length === 1) this.isValid = false;
    this.rest = '';
    return Buffer.from(plain, 'base64');
  }

  private unescaped(text: string): string {
    const plain = (text.includes('\\') ? parsed(text) : text).replace(/\s+/g, '');
    if (wrong.test(plain)) this.isValid = false;
    return plain;
  }
}

function parsed(text: string): string {
  try {
    return JSON.parse(`"${text}"`) as string;
  } catch {
    return '*';
  }
}
