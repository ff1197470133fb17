import { createAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import { orderOf } from '../../shared/conversations/app-request.ts';
import { type StartDeps, type Started, startConversation } from '../../shared/conversations/start-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { policyFor } from '../../shared/sandboxes/within-limit.ts';
import { startTaskView } from '../../shared/start-tasks/start-task-view.ts';
import { startDeps } from '../../shared/wiring/conversations.ts';
import { claimDeps } from '../../shared/wiring/idempotency.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/** Answers with the first state of the start task; the work goes on in the background. */
export const createAppConversation = implement(endpoint, async ({ body, query, caller, request }, deps: Deps) => {
  const policy = policyFor(caller, deps.sandboxLimit, query.on_limit);
  const order = orderOf(body, caller.ownerId, policy);
  const claim = (started: Started) => request.claim(startTaskView(started.task));
  const { task } = await startConversation({ ...order, claim }, deps);
  return startTaskView(task);
});

export const handler = serve(createAppConversation, startDeps, claimDeps);
