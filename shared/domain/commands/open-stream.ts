import type { CommandEvent } from '../../contract/shapes/command.ts';
import type { OutputReader } from './output-reader.ts';
import { incompleteEnd, pieceOf } from './output-text.ts';

interface Piece {
  readonly event: DistributiveOmit<Extract<CommandEvent, { event: 'stdout' | 'stderr' | 'cut' }>, 'id'> | undefined;
  readonly bytes: number;
}

type DistributiveOmit<T, K extends PropertyKey> = T extends unknown ? Omit<T, K> : never;

/** One stream whose characters are never split between two events. */
export class OpenStream {
  cut = 0;
  readonly #reader: OutputReader;
  #pending: Buffer = Buffer.alloc(0);

  constructor(reader: OutputReader) {
    this.#reader = reader;
  }

  get name() {
    return this.#reader.stream;
  }

  /** Where a client continues after what it has got. */
  get at(): number {
    return this.#reader.at - this.#pending.length;
  }

  /** @param end where the output of the command ends; processes that it left can write more */
  async next(end: number | undefined): Promise<Piece | undefined> {
    const before = this.#reader.at;
    if (end !== undefined && before >= end) return undefined;
    const found = await this.#reader.next();
    if (!found) return undefined;
    if ('cut' in found) {
      const bytes = found.cut + this.#pending.length;
      this.#pending = Buffer.alloc(0);
      this.cut += bytes;
      return { event: { event: 'cut', data: { stream: this.name, bytes } }, bytes: 0 };
    }
    const within = end === undefined ? found.bytes : found.bytes.subarray(0, end - before);
    const whole = Buffer.concat([this.#pending, within]);
    const kept = incompleteEnd(whole);
    this.#pending = whole.subarray(whole.length - kept);
    const shown = whole.subarray(0, whole.length - kept);
    const event = shown.length > 0 ? { event: this.name, data: pieceOf(shown) } : undefined;
    return { event, bytes: within.length };
  }

  rest() {
    const rest = this.#pending;
    this.#pending = Buffer.alloc(0);
    return rest.length > 0 ? pieceOf(rest) : undefined;
  }
}
