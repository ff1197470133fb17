import type { ModelInterface, ModelTokens } from '../calls/model-call.ts';
import type { AnswerReader } from './answer-reader.ts';
import { JsonCapture } from './json-capture.ts';
import { tokensOf } from './tokens.ts';

const LINE_FEED = 0x0a;
const RETURN = 0x0d;
const DATA = Buffer.from('data:');

/** A longer event is not held back: the one with the usage of a chat completion has a few hundred bytes. */
const MAX_HELD_BYTES = 64 * 1024;

/** Where the events of each interface have the usage, in the order in which later ones complete earlier ones. */
const paths: Readonly<Record<ModelInterface, readonly string[]>> = {
  chat_completions: ['usage'],
  responses: ['response.usage'],
  embeddings: ['usage'],
  messages: ['message.usage', 'usage'],
};

/** Reads an answer of server-sent events, event by event. */
export class EventReader implements AnswerReader {
  readonly #kind: ModelInterface;
  readonly #hidesUsage: boolean;
  readonly #capture: JsonCapture;
  /** The event so far, if the agent may not get it. */
  #held: Uint8Array[] = [];
  #heldBytes = 0;
  #isHolding: boolean;
  /** The number of bytes of the current line. */
  #lineBytes = 0;
  /** Whether the line so far is the beginning of `data:`. */
  #isData = true;
  #endedWithReturn = false;
  #isBetweenEvents = true;

  /** @param hidesUsage whether to leave out the event with the usage, for which only the broker asked */
  constructor(kind: ModelInterface, { hidesUsage }: { readonly hidesUsage: boolean }) {
    this.#kind = kind;
    this.#hidesUsage = hidesUsage;
    this.#isHolding = hidesUsage;
    this.#capture = new JsonCapture(paths[kind]);
  }

  get isBetweenEvents(): boolean {
    return this.#isBetweenEvents;
  }

  write(piece: Uint8Array): Uint8Array {
    if (!this.#hidesUsage) {
      this.#scan(piece, 0, false);
      return piece;
    }
    const given: Uint8Array[] = [];
    let from = 0;
    while (from < piece.length) {
      const to = this.#scan(piece, from, true);
      this.#take(piece.subarray(from, to), given);
      from = to;
    }
    return Buffer.concat(given);
  }

  end(): Uint8Array {
    const rest = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    return rest;
  }

  tokens(): ModelTokens | null {
    const [first, last] = paths[this.#kind].map((path) => this.#capture.get(path));
    // A stream of Anthropic begins with the input and ends with the output.
    const usage = this.#kind === 'messages' ? last && { ...first, ...given(last) } : first;
    return (usage && tokensOf(this.#kind, usage)) ?? null;
  }

  /** Reads bytes up to the end, or up to the end of the event. @returns where it stopped */
  #scan(piece: Uint8Array, from: number, stopsAtEvent: boolean): number {
    for (let at = from; at < piece.length; at += 1) {
      const byte = piece[at] ?? 0;
      const isBreak = byte === LINE_FEED || byte === RETURN;
      // The two bytes of one line break.
      const isSecond = byte === LINE_FEED && this.#endedWithReturn;
      this.#endedWithReturn = byte === RETURN;
      if (isSecond) continue;
      if (!isBreak) {
        this.#isBetweenEvents = false;
        at = this.#inLine(piece, at) - 1;
      } else if (this.#endLine() && stopsAtEvent) return at + 1;
    }
    return piece.length;
  }

  /** Reads a part of a line. @returns where it ended */
  #inLine(piece: Uint8Array, from: number): number {
    if (this.#lineBytes < DATA.length) {
      this.#isData &&= piece[from] === DATA[this.#lineBytes];
      this.#lineBytes += 1;
      return from + 1;
    }
    const end = endOfLine(piece, from);
    if (this.#isData) this.#capture.write(piece.subarray(from, end));
    return end;
  }

  /** @returns whether the line ends an event */
  #endLine(): boolean {
    const isEmpty = this.#lineBytes === 0;
    this.#lineBytes = 0;
    this.#isData = true;
    if (!isEmpty) return false;
    this.#capture.restart();
    this.#isBetweenEvents = true;
    return true;
  }

  /** Holds an event back until it is complete, and leaves it out if it is the one with the usage. */
  #take(part: Uint8Array, given: Uint8Array[]): void {
    if (!this.#isHolding) {
      given.push(part);
      this.#isHolding = this.#isBetweenEvents;
      return;
    }
    this.#held.push(part);
    this.#heldBytes += part.length;
    if (!this.#isBetweenEvents && this.#heldBytes <= MAX_HELD_BYTES) return;
    const event = Buffer.concat(this.#held);
    this.#held = [];
    this.#heldBytes = 0;
    this.#isHolding = this.#isBetweenEvents;
    if (!this.#isBetweenEvents || !isUsageOnly(event)) given.push(event);
  }
}

/** Null says nothing new. */
function given(usage: Readonly<Record<string, unknown>>): Readonly<Record<string, unknown>> {
  return Object.fromEntries(Object.entries(usage).filter(([, value]) => value !== null));
}

/** Whether an event of a chat completion has the usage, and nothing of the answer. */
function isUsageOnly(event: Buffer): boolean {
  if (!event.includes('"usage"')) return false;
  const data = event
    .toString('utf8')
    .split(/\r\n|\n|\r/)
    .flatMap((line) => (line.startsWith('data:') ? [line.slice(DATA.length)] : []))
    .join('\n');
  try {
    const { choices, usage } = JSON.parse(data);
    return Array.isArray(choices) && choices.length === 0 && typeof usage === 'object' && usage !== null;
  } catch {
    return false;
  }
}

/** The place of the next line break. Lines are long, so this has to be fast. */
function endOfLine(piece: Uint8Array, from: number): number {
  const feed = piece.indexOf(LINE_FEED, from);
  const end = feed < 0 ? piece.length : feed;
  const back = piece.subarray(from, end).indexOf(RETURN);
  return back < 0 ? end : from + back;
}
