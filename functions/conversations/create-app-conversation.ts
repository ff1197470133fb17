import { createAppConversation as endpoint } from '../../shared/contract/conversations.ts';
import { policyFor } from '../../shared/domain/sandboxes/intent/within-limit.ts';
import { appStartOrder } from '../../shared/domain/start-tasks/create/app-request.ts';
import { startConversation } from '../../shared/domain/start-tasks/create/start-conversation.ts';
import type { StartDeps, Started } from '../../shared/domain/start-tasks/create/start-order.ts';
import { startTaskView } from '../../shared/domain/start-tasks/task/start-task-view.ts';
import { claimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { startDeps } from '../../shared/wiring/conversations.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/** Answers with the first state of the start task; the work goes on in the background. */
export const createAppConversation = implement(endpoint, async ({ body, query, caller, request }, deps: Deps) => {
  const policy = policyFor(caller, deps.sandboxLimit, query.on_limit);
  const order = appStartOrder(body, caller.ownerId, policy);
  const claim = (started: Started) => request.claim(startTaskView(started.task));
  const { task } = await startConversation({ ...order, claim }, deps);
  return startTaskView(task);
});

export const handler = serve(createAppConversation, startDeps, claimDeps);
