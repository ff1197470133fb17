const STARS = Buffer.from('***');

/**
 * Removes the provider's key from an answer that arrives in pieces. Providers repeat a key that they refuse, and the
 * URL of a profile can lead to a server that repeats everything.
 */
class HiddenKey {
  readonly #key: Buffer;
  #held: Buffer = Buffer.alloc(0);

  constructor(key: string) {
    this.#key = Buffer.from(key);
  }

  write(piece: Uint8Array): Uint8Array {
    let rest: Buffer = this.#held.length > 0 ? Buffer.concat([this.#held, piece]) : asBuffer(piece);
    const given: Uint8Array[] = [];
    for (let at = rest.indexOf(this.#key); at >= 0; at = rest.indexOf(this.#key)) {
      given.push(rest.subarray(0, at), STARS);
      rest = rest.subarray(at + this.#key.length);
    }
    const kept = this.#beginningAtEnd(rest);
    this.#held = rest.subarray(rest.length - kept);
    given.push(rest.subarray(0, rest.length - kept));
    return given.length === 1 ? (given[0] ?? piece) : Buffer.concat(given);
  }

  /** What was held back at the end of the answer. */
  end(): Uint8Array {
    const held = this.#held;
    this.#held = Buffer.alloc(0);
    return held;
  }

  /** How many bytes at the end could be the beginning of the key. */
  #beginningAtEnd(bytes: Buffer): number {
    for (let length = Math.min(this.#key.length - 1, bytes.length); length > 0; length -= 1)
      if (bytes.subarray(bytes.length - length).equals(this.#key.subarray(0, length))) return length;
    return 0;
  }
}

/** A key that a provider has masked: its beginning or its end, with dots or stars in between. */
const MASKED = /([A-Za-z0-9_-]{0,100})(?:\*{2,}|\.{3,}|…+|•{2,}|x{4,}|X{4,})([A-Za-z0-9_-]{0,100})/g;

/** Shorter parts of a key are in any text. */
const MIN_PART = 3;

/** Removes several keys from an answer that arrives in pieces. */
export class HiddenKeys {
  readonly #keys: readonly HiddenKey[];

  constructor(keys: readonly string[]) {
    this.#keys = formsOf(keys).map((key) => new HiddenKey(key));
  }

  write(piece: Uint8Array): Uint8Array {
    return this.#keys.reduce((rest, key) => key.write(rest), piece);
  }

  end(): Uint8Array {
    return this.#keys.reduce<Uint8Array>((rest, key) => Buffer.concat([key.write(rest), key.end()]), Buffer.alloc(0));
  }
}

/** Removes keys from a text, also where only their beginning and their end are left. */
export function withoutKeys(text: string, keys: readonly string[]): string {
  return formsOf(keys).reduce(withoutKey, text);
}

function withoutKey(text: string, key: string): string {
  const isPart = (part: string, isIn: boolean) => part.length >= MIN_PART && isIn;
  return text
    .replaceAll(key, '***')
    .replace(MASKED, (found, before: string, after: string) =>
      isPart(before, key.startsWith(before)) || isPart(after, key.endsWith(after)) ? '***' : found,
    );
}

/** A key as it is, and as servers write it into JSON and URLs. */
function formsOf(keys: readonly string[]): readonly string[] {
  const forms = keys.filter(isSecret).flatMap((key) => {
    const inJson = JSON.stringify(key).slice(1, -1);
    return [key, inJson, inJson.replaceAll('/', '\\/'), encodeURIComponent(key.toWellFormed())];
  });
  return [...new Set(forms)];
}

/** Servers without keys take any, such as `ollama`, which is also a word of answers. */
function isSecret(key: string): boolean {
  return key.length >= MIN_SECRET;
}

const MIN_SECRET = 16;

function asBuffer(bytes: Uint8Array): Buffer {
  return Buffer.from(bytes.buffer, bytes.byteOffset, bytes.byteLength);
}
