const QUOTE = 0x22;
const COMMA = 0x2c;
const COLON = 0x3a;
const OPEN_LIST = 0x5b;
const BACKSLASH = 0x5c;
const CLOSE_LIST = 0x5d;
const OPEN_OBJECT = 0x7b;
const CLOSE_OBJECT = 0x7d;

/** Names that are longer are none that anyone looks for. */
const MAX_NAME_BYTES = 64;

/** An object that is longer is not kept. Usage takes a few hundred bytes. */
const MAX_OBJECT_BYTES = 16 * 1024;

/** Stands for a member without a name to look for: an element of a list, or a member with a long name. */
const UNNAMED = '\0';

/**
 * Keeps single objects of a JSON text that arrives in pieces, without holding the text. Does not validate: in a text
 * that is not JSON, it finds whatever looks like these objects, or nothing.
 */
export class JsonCapture {
  readonly #paths: ReadonlySet<string>;
  readonly #maxDepth: number;
  readonly #found = new Map<string, string>();
  /** The name of the current member at each depth, as far as paths reach. */
  readonly #names: string[] = [];
  /** Whether the structure at each depth is an object. */
  readonly #isObject: boolean[] = [];
  #depth = 0;
  #isInText = false;
  #isEscaped = false;
  /** Whether the next text is the name of a member. */
  #expectsName = false;
  #name: number[] | undefined;
  #capture: { readonly path: string; readonly depth: number; bytes: number[] } | undefined;

  /** @param paths the names that lead to each object, joined by dots */
  constructor(paths: readonly string[]) {
    this.#paths = new Set(paths);
    this.#maxDepth = Math.max(...paths.map((path) => path.split('.').length));
  }

  /** The last object at a path, parsed; undefined if there was none. */
  get(path: string): Readonly<Record<string, unknown>> | undefined {
    const text = this.#found.get(path);
    try {
      return text === undefined ? undefined : JSON.parse(text);
    } catch {
      return undefined;
    }
  }

  /** Begins with the next text. What was found stays until a later text has it too. */
  restart(): void {
    this.#depth = 0;
    this.#isInText = false;
    this.#isEscaped = false;
    this.#expectsName = false;
    this.#name = undefined;
    this.#capture = undefined;
  }

  write(bytes: Uint8Array): void {
    for (let at = 0; at < bytes.length; at += 1) {
      if (this.#isInText && !this.#isEscaped && !this.#name && !this.#capture) {
        at = endOfPlainText(bytes, at);
        if (at === bytes.length) return;
      }
      const byte = bytes[at] ?? 0;
      if (this.#capture) this.#keep(byte);
      if (this.#isInText) this.#inText(byte);
      else this.#outside(byte);
    }
  }

  #inText(byte: number): void {
    if (this.#isEscaped) this.#isEscaped = false;
    else if (byte === BACKSLASH) this.#isEscaped = true;
    else if (byte === QUOTE) {
      this.#isInText = false;
      if (this.#name) this.#names[this.#depth - 1] = nameOf(this.#name);
      this.#name = undefined;
      return;
    }
    if (this.#name && this.#name.length <= MAX_NAME_BYTES) this.#name.push(byte);
  }

  #outside(byte: number): void {
    if (byte === QUOTE) {
      this.#isInText = true;
      if (this.#expectsName) this.#name = [];
      this.#expectsName = false;
    } else if (byte === COLON) this.#expectsName = false;
    else if (byte === COMMA)
      this.#expectsName = this.#depth <= this.#maxDepth && this.#isObject[this.#depth - 1] === true;
    else if (byte === OPEN_OBJECT || byte === OPEN_LIST) this.#open(byte === OPEN_OBJECT);
    else if (byte === CLOSE_OBJECT || byte === CLOSE_LIST) this.#close();
  }

  #open(isObject: boolean): void {
    const path = this.#path;
    if (isObject && !this.#capture && path !== undefined && this.#paths.has(path))
      this.#capture = { path, depth: this.#depth, bytes: [OPEN_OBJECT] };
    // Deeper levels need no memory.
    if (this.#depth < this.#maxDepth) {
      this.#isObject[this.#depth] = isObject;
      this.#names[this.#depth] = UNNAMED;
    }
    this.#depth += 1;
    this.#expectsName = isObject && this.#depth <= this.#maxDepth;
  }

  #close(): void {
    if (this.#depth === 0) return;
    this.#depth -= 1;
    this.#expectsName = false;
    if (this.#capture?.depth !== this.#depth) return;
    const { path, bytes } = this.#capture;
    this.#capture = undefined;
    if (bytes.length <= MAX_OBJECT_BYTES) this.#found.set(path, Buffer.from(bytes).toString('utf8'));
  }

  #keep(byte: number): void {
    const { bytes } = this.#capture ?? {};
    if (bytes && bytes.length <= MAX_OBJECT_BYTES) bytes.push(byte);
  }

  /** The path of the value that begins here; undefined beyond the depth of all paths. */
  get #path(): string | undefined {
    return this.#depth > 0 && this.#depth <= this.#maxDepth ? this.#names.slice(0, this.#depth).join('.') : undefined;
  }
}

function nameOf(bytes: readonly number[]): string {
  const name = bytes.length > MAX_NAME_BYTES ? UNNAMED : Buffer.from(bytes).toString('utf8');
  return name.includes('.') ? UNNAMED : name;
}

/** The place of the next quotation mark or backslash. Answers are mostly texts, so this has to be fast. */
function endOfPlainText(bytes: Uint8Array, from: number): number {
  const quote = bytes.indexOf(QUOTE, from);
  const end = quote < 0 ? bytes.length : quote;
  // Only as far as the quotation mark: a text has many of them, and the rest would be searched for each.
  const backslash = bytes.subarray(from, end).indexOf(BACKSLASH);
  return backslash < 0 ? end : from + backslash;
}
