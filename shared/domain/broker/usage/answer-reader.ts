import type { ModelInterface, ModelTokens } from '../calls/model-call.ts';
import { JsonCapture } from './json-capture.ts';
import { tokensOf } from './tokens.ts';

/** Reads what an answer says about its tokens while it passes. */
export interface AnswerReader {
  /** @returns what the agent gets of it now */
  write(piece: Uint8Array): Uint8Array;
  /** What is left at the end of the answer. */
  end(): Uint8Array;
  /** Whether something of our own can follow what was returned so far. */
  readonly isBetweenEvents: boolean;
  /** The tokens of the whole answer; null if it did not report them. */
  tokens(): ModelTokens | null;
}

const NOTHING = new Uint8Array(0);

/** Reads an answer that is one JSON text. */
export class WholeAnswerReader implements AnswerReader {
  readonly #kind: ModelInterface;
  readonly #capture = new JsonCapture(['usage']);
  readonly isBetweenEvents = false;

  constructor(kind: ModelInterface) {
    this.#kind = kind;
  }

  write(piece: Uint8Array): Uint8Array {
    this.#capture.write(piece);
    return piece;
  }

  end(): Uint8Array {
    return NOTHING;
  }

  tokens(): ModelTokens | null {
    const usage = this.#capture.get('usage');
    return (usage && tokensOf(this.#kind, usage)) ?? null;
  }
}
