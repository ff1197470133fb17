import type { LogEvent, LogPage, MarkedLines, Range, TaskLogs } from '../../../shared/domain/logs/task-logs.ts';

/** Logs in memory, in small pages whose tokens are as those of CloudWatch Logs: the same again at the end. */
export class MemoryTaskLogs implements TaskLogs, MarkedLines {
  /** By stream. */
  readonly streams = new Map<string, LogEvent[]>();
  calls = 0;
  readonly #pageSize: number;

  constructor(pageSize = 3) {
    this.#pageSize = pageSize;
  }

  print(stream: string, time: number, ...messages: readonly string[]): void {
    const events = this.streams.get(stream) ?? [];
    events.push(...messages.map((message) => ({ time, message })));
    this.streams.set(stream, events);
  }

  async forward(stream: string, range: Range, token?: string): Promise<LogPage> {
    this.calls += 1;
    const from = Number(token ?? 0);
    const page = this.#in(stream, range, () => true)
      .filter(({ place }) => place >= from)
      .slice(0, this.#pageSize);
    const last = page.at(-1);
    const following = last ? String(last.place + 1) : (token ?? '0');
    const isEnd = !this.streams.has(stream) || following === token;
    return { events: page.map(({ event }) => event), next: isEnd ? null : following, token: following };
  }

  async backward(stream: string, range: Range, token?: string): Promise<LogPage> {
    this.calls += 1;
    const before = Number(token ?? Number.MAX_SAFE_INTEGER);
    const page = this.#in(stream, range, () => true)
      .filter(({ place }) => place < before)
      .slice(-this.#pageSize);
    const first = page[0];
    const following = first ? String(first.place) : token;
    return { events: page.map(({ event }) => event), next: first ? String(first.place) : null, token: following };
  }

  async search(stream: string, mark: string, range: Range, token?: string): Promise<LogPage> {
    this.calls += 1;
    const from = Number(token ?? 0);
    const page = this.#in(stream, range, (message) => message.includes(mark)).filter(({ place }) => place >= from);
    const shown = page.slice(0, this.#pageSize);
    const next = page.length > shown.length ? String((shown.at(-1)?.place ?? 0) + 1) : null;
    return { events: shown.map(({ event }) => event), next, token: next ?? undefined };
  }

  #in(stream: string, { since, until = Number.POSITIVE_INFINITY }: Range, fits: (message: string) => boolean) {
    const events = (this.streams.get(stream) ?? []).map((event, place) => ({ event, place }));
    return events.filter(({ event: { time, message } }) => time >= since && time < until && fits(message));
  }
}
