import { appendFile, copyFile, open, readFile, stat, truncate, writeFile } from 'node:fs/promises';

export interface LoggedEvent {
  /** Of its first byte, counted from the first byte that the task ever printed. */
  readonly offset: number;
  readonly time: number;
  readonly message: string;
}

/** From `offset` on, everything up to `end` was printed by `at`. */
interface Mark {
  readonly at: number;
  readonly end: number;
}

/** As in CloudWatch, where a log driver cuts longer lines. */
const LONGEST_LINE = 16_384;

/** A larger log is kept as the old one, so that a task uses twice this space at most. */
export const MOST_BYTES = 5 * 1024 * 1024;

/** A part of a log: its file, and the times at which the file was found to have grown. */
class Segment {
  readonly #file: string;
  #base = 0;
  #marks: Mark[] = [];

  constructor(file: string) {
    this.#file = file;
  }

  get #times(): string {
    return `${this.#file}.times`;
  }

  get end(): number {
    return this.#marks.at(-1)?.end ?? this.#base;
  }

  async load(): Promise<void> {
    const [head = '0', ...lines] = (await readFile(this.#times, 'utf8').catch(() => '0')).trim().split('\n');
    this.#base = Number(head) || 0;
    this.#marks = lines.map((line) => {
      const [at = 0, end = 0] = line.split(' ').map(Number);
      return { at, end };
    });
  }

  /** Notes that the file has grown. */
  async note(now: number): Promise<void> {
    const { size } = await stat(this.#file).catch(() => ({ size: 0 }));
    if (this.#base + size < this.end) await this.#beginAnew();
    const end = this.#base + size;
    if (end <= this.end) return;
    if (this.#marks.length === 0) await writeFile(this.#times, `${this.#base}\n`, { mode: 0o600 });
    this.#marks.push({ at: now, end });
    await appendFile(this.#times, `${now} ${end}\n`);
  }

  /** Moves everything to another segment. What the task prints meanwhile can be lost. */
  async moveTo(other: Segment): Promise<void> {
    await copyFile(this.#file, other.#file);
    await truncate(this.#file);
    await copyFile(this.#times, other.#times);
    await other.load();
    await this.#beginAnew();
  }

  /** After the file was emptied. */
  async #beginAnew(): Promise<void> {
    this.#base = this.end;
    this.#marks = [];
    await writeFile(this.#times, `${this.#base}\n`, { mode: 0o600 });
  }

  get isFull(): boolean {
    return this.end - this.#base > MOST_BYTES;
  }

  /** The whole lines from a time and an offset on. */
  async events(since: number, from: number): Promise<readonly LoggedEvent[]> {
    const first = this.#marks.findIndex(({ at, end }) => at >= since && end > from);
    if (first < 0) return [];
    const begin = Math.max(this.#marks[first - 1]?.end ?? this.#base, this.#base);
    const bytes = await this.#bytes(begin - this.#base, this.end - this.#base);
    // A mark can be in the middle of a line, whose beginning then belongs to the line.
    const lead = begin === this.#base ? 0 : await this.#startOfLine(begin - this.#base);
    const text =
      lead > 0 ? Buffer.concat([await this.#bytes(begin - this.#base - lead, begin - this.#base), bytes]) : bytes;
    return this.#linesOf(text, begin - lead, first).filter(({ offset, time }) => offset >= from && time >= since);
  }

  #linesOf(bytes: Buffer, begin: number, first: number): readonly LoggedEvent[] {
    const events: LoggedEvent[] = [];
    let mark = first;
    for (let start = 0; start < bytes.length; ) {
      const end = bytes.indexOf(10, start);
      if (end < 0) break;
      while ((this.#marks[mark]?.end ?? Number.POSITIVE_INFINITY) < begin + end + 1) mark += 1;
      const time = this.#marks[mark]?.at ?? 0;
      for (let at = start; at < Math.max(end, start + 1); at += LONGEST_LINE) {
        const message = bytes.toString('utf8', at, Math.min(end, at + LONGEST_LINE)).replace(/\r$/, '');
        // CloudWatch takes no empty events.
        if (message !== '') events.push({ offset: begin + at, time, message });
      }
      start = end + 1;
    }
    return events;
  }

  /** How many bytes before a place belong to the same line, up to a few. */
  async #startOfLine(place: number): Promise<number> {
    const look = Math.min(place, 4 * LONGEST_LINE);
    const before = await this.#bytes(place - look, place);
    return before.length - before.lastIndexOf(10) - 1;
  }

  async #bytes(from: number, to: number): Promise<Buffer> {
    const handle = await open(this.#file).catch(() => undefined);
    if (!handle) return Buffer.alloc(0);
    try {
      const { buffer, bytesRead } = await handle.read(
        Buffer.alloc(Math.max(0, to - from)),
        0,
        Math.max(0, to - from),
        from,
      );
      return buffer.subarray(0, bytesRead);
    } finally {
      await handle.close();
    }
  }
}

/**
 * The log of a task, which the task itself writes to a file. Lines get the time at which the file was found to have
 * grown, as lines in CloudWatch have that of their arrival.
 */
export class TaskLog {
  readonly #current: Segment;
  readonly #old: Segment;
  #loaded: Promise<unknown> | undefined;
  #working: Promise<unknown> = Promise.resolve();

  constructor(file: string) {
    this.#current = new Segment(file);
    this.#old = new Segment(`${file}.old`);
  }

  /** Looks at the file. Calls run one after the other. */
  note(now: number): Promise<void> {
    const work = this.#working.then(async () => {
      this.#loaded ??= Promise.all([this.#current.load(), this.#old.load()]);
      await this.#loaded;
      await this.#current.note(now);
      if (this.#current.isFull) await this.#current.moveTo(this.#old);
    });
    this.#working = work.catch(() => undefined);
    return work;
  }

  /** @param from the smallest offset */
  async events(since: number, from = 0): Promise<readonly LoggedEvent[]> {
    return [...(await this.#old.events(since, from)), ...(await this.#current.events(since, from))];
  }
}
