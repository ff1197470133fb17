import { setTimeout as wait } from 'node:timers/promises';
import type { Delta } from '../events/event-contents.ts';

export interface StreamedAnswer {
  /** What the agent says that it thought before. */
  readonly reasoning: string;
  readonly text: string;
  readonly seconds: number;
}

/** About as long as a token. */
const PIECE = /.{1,4}/gsu;

/** Reads a message such as `/stream 5 WORDS`: the words are the answer, written within five seconds. */
export function readStreamed(message: string): StreamedAnswer | undefined {
  const [, seconds, text] = /^\/stream (\d{1,4}(?:\.\d+)?)\s+(.+)$/s.exec(message) ?? [];
  if (seconds === undefined || text === undefined) return undefined;
  const reasoning = `I am to write ${text.length} characters, and take ${seconds} seconds for it.`;
  return { reasoning, text, seconds: Number(seconds) };
}

/** Gives an answer piece by piece, its thoughts first. */
export async function stream(
  { reasoning, text, seconds }: StreamedAnswer,
  tell: (delta: Delta) => void,
  signal: AbortSignal,
): Promise<void> {
  const deltas: Delta[] = [
    ...(reasoning.match(PIECE) ?? []).map((reasoning_content) => ({ reasoning_content })),
    ...(text.match(PIECE) ?? []).map((content) => ({ content })),
  ];
  const begin = performance.now();
  for (const [index, delta] of deltas.entries()) {
    const early = begin + (seconds * 1000 * index) / deltas.length - performance.now();
    if (early > 0) await wait(early, undefined, { signal });
    tell(delta);
  }
}
