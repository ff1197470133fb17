import { setTimeout as wait } from 'node:timers/promises';
import { streamStartAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import { orderOf } from '../../shared/conversations/app-request.ts';
import { type StartDeps, startConversation } from '../../shared/conversations/start-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serveStream } from '../../shared/http/serve-stream.ts';
import { type FollowDeps, followed } from '../../shared/start-tasks/follow.ts';
import { startDeps, startTaskStore } from '../../shared/wiring/conversations.ts';

interface Deps extends StartDeps, Omit<FollowDeps, 'timeLeft'> {
  readonly sandboxLimit: number;
}

/** Answers with every state of the start task, as it comes to be. */
export const streamStartAppConversation = implement(endpoint, async ({ body, query, caller, request }, deps: Deps) => {
  const policy = { limit: deps.sandboxLimit, onLimit: query.on_limit };
  const { task } = await startConversation(orderOf(body, caller.ownerId, policy), deps);
  const { timeLeft = () => Number.POSITIVE_INFINITY } = request;
  return followed(task, { ...deps, timeLeft });
});

export const handler = serveStream(streamStartAppConversation, () => ({
  ...startDeps(),
  startTasks: startTaskStore(),
  pause: (milliseconds: number) => wait(milliseconds),
}));
