import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { Failure } from '../output/failure.ts';
import type { Output } from '../output/output.ts';
import { json } from '../output/plain.ts';
import { eventLine, isBookkeeping } from './event-line.ts';
import { follow } from './follow.ts';
import { executionStatusOf, kindOf } from './kept-event.ts';

/** States in which a run has come to its end, and what they mean for who waits for the answer. */
const ends: Readonly<Record<string, string | undefined>> = {
  finished: undefined,
  idle: undefined,
  waiting_for_confirmation: undefined,
  error: 'The agent stopped with an error.',
  stuck: 'The agent is stuck.',
  paused: 'The agent was stopped before it had answered.',
};

/** Shows what the agent does until its run has ended. @throws Failure when that is no good end */
export async function showAnswer(client: ServiceClient, id: string, out: Output, since?: Date): Promise<void> {
  let hasBegun = false;
  for await (const event of follow(client, id, { since, say: (text) => out.say(text) })) {
    if (out.json) process.stdout.write(`${json(event)}\n`);
    else if (!isBookkeeping(event)) process.stdout.write(`${eventLine(event, out, out.columns)}\n`);
    const status = executionStatusOf(event);
    if (status === 'running' || kindOf(event) === 'MessageEvent') hasBegun = true;
    if (!hasBegun || status === undefined || !Object.hasOwn(ends, status)) continue;
    const bad = ends[status];
    if (bad !== undefined) throw new Failure(bad, `See: acs events ${id}`);
    return;
  }
}
