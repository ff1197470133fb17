import { setTimeout as wait } from 'node:timers/promises';
import { streamStartAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import { orderOf } from '../../shared/conversations/app-request.ts';
import { type StartDeps, type Started, startConversation } from '../../shared/conversations/start-conversation.ts';
import { implement, type RequestContext } from '../../shared/http/endpoint.ts';
import { serveStream } from '../../shared/http/serve-stream.ts';
import { policyFor } from '../../shared/sandboxes/within-limit.ts';
import { type FollowDeps, followed } from '../../shared/start-tasks/follow.ts';
import { startTaskView } from '../../shared/start-tasks/start-task-view.ts';
import { startDeps, startTaskStore } from '../../shared/wiring/conversations.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';

interface Deps extends StartDeps, Omit<FollowDeps, 'timeLeft'> {
  readonly sandboxLimit: number;
}

/** Answers with every state of the start task, as it comes to be; a repetition with those from then on, to the same end. */
export const streamStartAppConversation = implement(
  endpoint,
  async ({ body, query, caller, request }, deps: Deps) => {
    const policy = policyFor(caller, deps.sandboxLimit, query.on_limit);
    const order = orderOf(body, caller.ownerId, policy);
    const claim = (started: Started) => request.claim([startTaskView(started.task)]);
    const { task } = await startConversation({ ...order, claim }, deps);
    return followed(task, { ...deps, timeLeft: timeLeftOf(request) });
  },
  async (kept, { caller, request }, deps) => {
    const task = await deps.startTasks.find(caller.ownerId, kept[0]?.id ?? '');
    return task ? followed(task, { ...deps, timeLeft: timeLeftOf(request) }) : whole(kept);
  },
);

function timeLeftOf({ timeLeft = () => Number.POSITIVE_INFINITY }: RequestContext): () => number {
  return timeLeft;
}

/** The task went with its conversation: all that is known is how it began. */
async function* whole(kept: unknown): AsyncGenerator<string> {
  yield JSON.stringify(kept);
}

export const handler = serveStream(
  streamStartAppConversation,
  () => ({
    ...startDeps(),
    startTasks: startTaskStore(),
    pause: (milliseconds: number) => wait(milliseconds),
  }),
  claimDeps,
);
