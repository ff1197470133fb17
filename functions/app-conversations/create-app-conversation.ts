import { createAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import { orderOf } from '../../shared/conversations/app-request.ts';
import { type StartDeps, startConversation } from '../../shared/conversations/start-conversation.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { startTaskView } from '../../shared/start-tasks/start-task-view.ts';
import { startDeps } from '../../shared/wiring/conversations.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/** Answers with the first state of the start task; the work goes on in the background. */
export const createAppConversation = implement(endpoint, async ({ body, query, caller }, deps: Deps) => {
  const policy = { limit: deps.sandboxLimit, onLimit: query.on_limit };
  const { task } = await startConversation(orderOf(body, caller.ownerId, policy), deps);
  return startTaskView(task);
});

export const handler = serve(createAppConversation, startDeps);
