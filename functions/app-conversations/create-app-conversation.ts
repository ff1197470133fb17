import { systemClock } from '../../shared/clock.ts';
import { createAppConversation as endpoint } from '../../shared/contract/app-conversations.ts';
import { orderOf } from '../../shared/conversations/app-request.ts';
import { type StartDeps, startConversation } from '../../shared/conversations/start-conversation.ts';
import { requireEnvInteger } from '../../shared/env.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import { SandboxSpecs } from '../../shared/sandbox-specs/sandbox-specs.ts';
import { startTaskView } from '../../shared/start-tasks/start-task-view.ts';
import { conversationStarts, conversationStore, sandboxStore } from '../../shared/wiring.ts';

interface Deps extends StartDeps {
  readonly sandboxLimit: number;
}

/** Answers with the first state of the start task; the work goes on in the background. */
export const createAppConversation = implement(endpoint, async ({ body, query, caller }, deps: Deps) => {
  const policy = { limit: deps.sandboxLimit, onLimit: query.on_limit };
  const { task } = await startConversation(orderOf(body, caller.ownerId, policy), deps);
  return startTaskView(task);
});

export const handler = serve(createAppConversation, () => ({
  conversations: conversationStore(),
  sandboxes: sandboxStore(),
  starts: conversationStarts(),
  specs: SandboxSpecs.load(),
  sandboxLimit: requireEnvInteger('SANDBOX_LIMIT'),
  now: systemClock,
}));
