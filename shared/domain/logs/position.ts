import type { LogEvent } from './task-logs.ts';

/** A place in the logs of a sandbox: after the first `count` lines of that millisecond, in the log of a generation. */
export interface Position {
  readonly generation: number;
  readonly time: number;
  readonly count: number;
}

export function positionText({ generation, time, count }: Position): string {
  return `${generation}-${time}-${count}`;
}

/** @returns undefined for another text */
export function readPosition(text: string | null): Position | undefined {
  const [, generation, time, count] = /^(\d{1,9})-(\d{1,15})-(\d{1,9})$/.exec(text ?? '') ?? [];
  if (count === undefined) return undefined;
  return { generation: Number(generation), time: Number(time), count: Number(count) };
}

export interface PlacedEvent {
  readonly event: LogEvent;
  /** The position after it. */
  readonly position: Position;
}

/** Gives the events of a log their positions, in the order in which they are read. */
export class Placer {
  readonly #generation: number;
  readonly #after: Position | undefined;
  #time = -1;
  #count = 0;

  /** @param after events up to this position are left out */
  constructor(generation: number, after?: Position) {
    this.#generation = generation;
    this.#after = after?.generation === generation ? after : undefined;
  }

  place(events: readonly LogEvent[]): readonly PlacedEvent[] {
    return events.flatMap((event) => {
      this.#count = event.time === this.#time ? this.#count + 1 : 1;
      this.#time = event.time;
      const position = { generation: this.#generation, time: event.time, count: this.#count };
      const after = this.#after;
      const isRead = after !== undefined && event.time === after.time && this.#count <= after.count;
      return isRead ? [] : [{ event, position }];
    });
  }
}
