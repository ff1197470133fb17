import { type CommandFolder, READ_BYTES } from './command-folder.ts';
import { PIECE_BYTES, segmentBytes } from './supervisor-script.ts';

export type StreamName = 'stdout' | 'stderr';

/** A piece of output, or how many bytes are left out before the next. */
export type Found = { readonly bytes: Buffer } | { readonly cut: number };

interface Place {
  /** The position of the first byte. */
  readonly at: number;
  readonly isTerminal: boolean;
}

/** Reads a stream of a command from a position on, also while it grows. */
export class OutputReader {
  readonly stream: StreamName;
  readonly #folder: Pick<CommandFolder, 'read'>;
  /** A segment is complete when it is longer than this. Then the next one begins where it ends. */
  readonly #complete: number;
  #at: number;
  #segment: number | undefined;
  /** Whether the segment after the last cut was gone before it was read. */
  #isLate = false;

  constructor(folder: Pick<CommandFolder, 'read'>, stream: StreamName, { at, isTerminal }: Place) {
    this.#folder = folder;
    this.stream = stream;
    this.#complete = segmentBytes(isTerminal) - PIECE_BYTES;
    this.#at = at;
    this.#segment = at <= this.#complete ? 0 : undefined;
  }

  /** The position of the next byte. */
  get at(): number {
    return this.#at;
  }

  /** Nothing if there is no more output yet. @throws AppError as `askAgent` */
  async next(): Promise<Found | undefined> {
    if (this.#segment === undefined) return this.#find();
    const from = this.#at - this.#segment;
    const bytes = await this.#folder.read(`${this.stream}.${this.#segment}`, from, READ_BYTES);
    if (bytes === undefined) return this.#find();
    if (bytes.length === 0) return from > this.#complete ? this.#find() : undefined;
    this.#at += bytes.length;
    this.#isLate = false;
    return { bytes };
  }

  /** Finds the segment of the position, or of the oldest output that is kept. */
  async #find(): Promise<Found | undefined> {
    const starts = startsIn(await this.#folder.read(`${this.stream}.index`, 0, 500));
    const [oldest] = starts;
    if (oldest === undefined) return undefined;
    const segment = starts.findLast((start) => start <= this.#at);
    if (segment === undefined) {
      // Output that is faster than its reader would overtake it again and again at the oldest segment.
      const next = this.#isLate ? (starts.at(-1) ?? oldest) : oldest;
      this.#isLate = true;
      const cut = next - this.#at;
      this.#at = next;
      this.#segment = next;
      return { cut };
    }
    if (segment === this.#segment) return undefined;
    this.#segment = segment;
    return this.next();
  }
}

/** The positions in an index, ascending; empty if it is damaged. */
function startsIn(index: Buffer | undefined): readonly number[] {
  const text = index?.toString().trim() ?? '';
  if (!/^\d{1,15}(?: \d{1,15}){0,20}$/.test(text)) return [];
  const starts = text.split(' ').map(Number);
  return starts.every((start, index) => index === 0 || start > Number(starts[index - 1])) ? starts : [];
}
