import { eventTime } from '../../../../../../shared/client/agent-events.ts';
import { type Json, textOf } from '../../../../../../shared/presentation/events/json.ts';
import { executionStatusOf } from '../../../../../../shared/presentation/events/read-event.ts';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';

/** A message while the model writes it. Only its final event is part of the history. */
export interface StreamedAnswer {
  /** Its Markdown in blocks. Only the last one still grows. */
  readonly blocks: readonly string[];
  /** How many earlier blocks are no longer kept. */
  readonly dropped: number;
  /** The end of the model's thoughts. */
  readonly reasoning: string;
  /** Whether the beginning of the message is missing. */
  readonly isCut: boolean;
}

/** How much is kept of a message, and of the thoughts before it, in characters. */
const MOST_TEXT = 100_000;
const MOST_REASONING = 20_000;

/** The events that contain the full text of earlier deltas. */
const FINAL = new Set(['MessageEvent', 'ActionEvent', 'AgentErrorEvent', 'ConversationErrorEvent']);

/** Assembles the deltas of a message until its final event arrives or its run ends. */
export class AnswerStream {
  readonly #listeners = new Set<() => void>();
  #answer: StreamedAnswer | undefined;
  #blocks: readonly string[] = [];
  #growing = '';
  #reasoning = '';
  #dropped = 0;
  #isCut = false;
  /** When the first delta was written. */
  #began: string | undefined;
  /** Deltas from before this time belong to a complete message. */
  #completeUntil = '';
  /** Whether no delta of the next message can have been missed. */
  #isComplete = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): StreamedAnswer | undefined => this.#answer;

  /** Takes a delta, which the next `show` displays. */
  add({ content, reasoning_content, timestamp }: Json): void {
    const at = eventTime(timestamp) ?? this.#completeUntil;
    if (at < this.#completeUntil) return;
    const [text, reasoning] = [textOf(content) ?? '', textOf(reasoning_content) ?? ''];
    if (text === '' && reasoning === '') return;
    if (this.#began === undefined) {
      this.#began = at;
      this.#isCut = !this.#isComplete;
    }
    this.#growing += text;
    this.#reasoning += reasoning;
  }

  /** Detects the end of the message. @returns the event with its full text, if there is one */
  settle(events: readonly TimelineEvent[]): TimelineEvent | undefined {
    let final: TimelineEvent | undefined;
    for (const event of events) {
      const isFinal = FINAL.has(event.kind) && event.raw.source !== 'user';
      const status = executionStatusOf(event.raw);
      if (isFinal && event.at > this.#completeUntil) this.#completeUntil = event.at;
      if (isFinal || status !== undefined) this.#isComplete = true;
      const isEnd = isFinal || (status !== undefined && status !== 'running');
      if (!isEnd || this.#began === undefined || event.at < this.#began) continue;
      if (isFinal && this.#answer !== undefined) final ??= event;
      this.#clear();
    }
    return final;
  }

  /** Takes the run status from the full state. */
  setStatus(status: string | undefined): void {
    if (status === undefined || status === 'running') return;
    this.#isComplete = true;
    this.#clear();
  }

  /** Drops the message when no more deltas can arrive. */
  disconnect(): void {
    this.#isComplete = false;
    this.#clear();
  }

  /** Displays the deltas that have arrived since the last time. */
  show(): void {
    if (this.#began === undefined) {
      if (this.#answer !== undefined) this.#become(undefined);
      return;
    }
    const { settled, rest } = blocksOf(this.#growing);
    this.#growing = rest;
    if (settled.length > 0) this.#blocks = [...this.#blocks, ...settled];
    this.#bound();
    const blocks = rest === '' ? this.#blocks : [...this.#blocks, rest];
    this.#become({ blocks, dropped: this.#dropped, reasoning: this.#reasoning, isCut: this.#isCut });
  }

  #bound(): void {
    this.#reasoning = this.#reasoning.slice(-MOST_REASONING);
    let length = this.#blocks.reduce((sum, block) => sum + block.length, this.#growing.length);
    while (length > MOST_TEXT) {
      const [first = this.#growing, ...others] = this.#blocks;
      if (this.#blocks.length === 0) this.#growing = this.#growing.slice(-MOST_TEXT);
      this.#blocks = others;
      this.#dropped += 1;
      this.#isCut = true;
      length -= first.length;
    }
  }

  #clear(): void {
    this.#blocks = [];
    this.#growing = '';
    this.#reasoning = '';
    this.#dropped = 0;
    this.#isCut = false;
    this.#began = undefined;
  }

  #become(answer: StreamedAnswer | undefined): void {
    this.#answer = answer;
    for (const listener of this.#listeners) listener();
  }
}

/** The maximum length of a block, in characters. Longer ones are split. */
const LONGEST = 8_000;

/** A line that continues the previous block, or may do so once it is complete. */
const CONTINUES = /^(\s|[-*+](\s|$)|\d{1,9}([.)]|$)|$)/;

interface Blocks {
  /** Blocks that no longer change. */
  readonly settled: readonly string[];
  /** The block that still grows. */
  readonly rest: string;
}

/**
 * Splits Markdown that is still being written into blocks (paragraphs, lists, fenced code), so that a delta changes
 * only the last one. References between blocks are ignored.
 */
export function blocksOf(text: string): Blocks {
  const settled: string[] = [];
  let fence: string | undefined;
  let isAfterBlank = false;
  let begin = 0;
  let prefix = '';
  const settle = (end: number, suffix = ''): void => {
    settled.push(prefix + text.slice(begin, end) + suffix);
    begin = end;
    prefix = '';
  };
  for (let start = 0; start < text.length; ) {
    const newline = text.indexOf('\n', start);
    const line = text.slice(start, newline < 0 ? text.length : newline);
    if (fence === undefined && isAfterBlank && begin < start && !CONTINUES.test(line)) settle(start);
    if (start - begin > LONGEST) {
      // Fenced code continues as fenced code.
      const opening = fence;
      settle(start, opening === undefined ? '' : `${markOf(opening)}\n`);
      prefix = opening === undefined ? '' : `${opening}\n`;
    }
    if (newline < 0) break;
    if (fence === undefined) fence = /^ {0,3}(`{3,}[^`]*|~{3,}.*)$/.exec(line)?.[1];
    else if (line.trim().startsWith(markOf(fence)) && /^\s*(`+|~+)\s*$/.test(line)) fence = undefined;
    isAfterBlank = fence === undefined && line.trim() === '';
    start = newline + 1;
  }
  return { settled, rest: prefix + text.slice(begin) };
}

/** The mark of a fence, without its info string. */
function markOf(fence: string): string {
  return /^(`+|~+)/.exec(fence)?.[1] ?? fence;
}
