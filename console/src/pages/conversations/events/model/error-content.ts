import { type Json, nameOf, textOf } from './json.ts';
import type { Content } from './timeline-event.ts';

/** What to do about a run that has ended in an error, by the words of its code and detail. */
const remedies: readonly (readonly [pattern: RegExp, remedy: string])[] = [
  [/auth|api.?key|401|403/i, 'Look at the API key of the language model in the settings, then send a message.'],
  [/rate.?limit|429|overloaded/i, 'The provider of the model limits its use for now. Wait a minute, then go on.'],
  [/context|token limit|too long/i, 'The conversation is too long for its model. Start a new one with a summary.'],
  [/budget|quota|insufficient|credit/i, 'A limit of spending is reached. Raise it, or wait until it begins anew.'],
  [/max.?iteration|iteration.?limit/i, 'The run had all of its steps. Send a message and the agent goes on.'],
  [/connect|network|timeout|timed out|unavailable|5\d\d/i, 'The model was not reached. Send a message to try again.'],
];

const otherwise = 'Send a message to try again. If it stays, read what stands before it.';

export function readError(event: Json): Content {
  const code = nameOf(event.code);
  const detail = textOf(event.detail) ?? '';
  const words = `${code ?? ''} ${detail}`;
  const remedy = remedies.find(([pattern]) => pattern.test(words))?.[1] ?? otherwise;
  return { type: 'error', title: code === undefined ? 'The run failed' : `The run failed: ${code}`, detail, remedy };
}
