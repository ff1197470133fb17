import { eventTime } from '../../../../../../shared/client/agent-events.ts';
import { type Json, textOf } from '../../../../../../shared/presentation/events/json.ts';
import { executionStatusOf } from '../../../../../../shared/presentation/events/read-event.ts';
import type { TimelineEvent } from '../../../../../../shared/presentation/events/timeline-event.ts';

/** An answer while the model writes it. It is no part of the history: its final event is. */
export interface StreamedAnswer {
  /** Its Markdown by blocks, of which only the last one still grows. */
  readonly blocks: readonly string[];
  /** How many blocks before these are no longer kept. */
  readonly dropped: number;
  /** The end of what the model thought before. */
  readonly reasoning: string;
  /** Whether the beginning of the answer is not here. */
  readonly isCut: boolean;
}

/** So much is kept of an answer, and of the thoughts before it, in characters. */
const MOST_TEXT = 100_000;
const MOST_REASONING = 20_000;

/** The events that say in full what pieces said before. */
const FINAL = new Set(['MessageEvent', 'ActionEvent', 'AgentErrorEvent', 'ConversationErrorEvent']);

/** Puts the pieces of an answer together, until its final event comes or its run ends. */
export class AnswerStream {
  readonly #listeners = new Set<() => void>();
  #answer: StreamedAnswer | undefined;
  #blocks: readonly string[] = [];
  #growing = '';
  #reasoning = '';
  #dropped = 0;
  #isCut = false;
  /** When the first piece was written. */
  #began: string | undefined;
  /** Pieces from before this time belong to an answer that is complete. */
  #completeUntil = '';
  /** Whether no piece of the next answer can have been missed. */
  #isComplete = false;

  readonly subscribe = (listener: () => void): (() => void) => {
    this.#listeners.add(listener);
    return () => this.#listeners.delete(listener);
  };

  readonly get = (): StreamedAnswer | undefined => this.#answer;

  /** Takes a piece. It is shown with the next `show`. */
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

  /** Looks for what ends the answer. @returns the event that says it in full, where there is one */
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

  /** Takes the status of the run as the whole state tells it. */
  setStatus(status: string | undefined): void {
    if (status === undefined || status === 'running') return;
    this.#isComplete = true;
    this.#clear();
  }

  /** Forgets the answer when pieces can no longer come. */
  disconnect(): void {
    this.#isComplete = false;
    this.#clear();
  }

  /** Shows the pieces that have come since the last time. */
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

/** How long a block grows before the rest goes on in a further one, in characters. */
const LONGEST = 8_000;

/** A line that goes on with a list or belongs to the block before it, or may turn out to. */
const CONTINUES = /^(\s|[-*+](\s|$)|\d{1,9}([.)]|$)|$)/;

interface Blocks {
  /** Blocks that stay as they are, whatever comes. */
  readonly settled: readonly string[];
  /** The block that still grows. */
  readonly rest: string;
}

/**
 * Cuts Markdown that is still being written into its blocks: paragraphs, lists, fenced code. So only the last block has
 * to be read again when a piece is added. References between blocks are not seen.
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
      // Fenced code goes on as fenced code.
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

/** The mark of a fence, without what follows it. */
function markOf(fence: string): string {
  return /^(`+|~+)/.exec(fence)?.[1] ?? fence;
}
