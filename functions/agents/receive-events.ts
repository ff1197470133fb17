import { receiveEvents as endpoint } from '../../shared/contract/agents/webhooks.ts';
import { callingSandbox } from '../../shared/domain/agents/webhooks/calling-sandbox.ts';
import { type EventWebhookDeps, receiveEvents as receive } from '../../shared/domain/agents/webhooks/receive-hook.ts';
import type { SandboxAuthentication } from '../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { implementForSandbox } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { eventWebhookDeps } from '../../shared/wiring/agents.ts';

interface Deps extends EventWebhookDeps, SandboxAuthentication {}

export const receiveEvents = implementForSandbox(
  endpoint,
  callingSandbox,
  async ({ params, body, caller }, deps: Deps) => {
    await receive(caller, params.conversation_id, body, deps);
    return { success: true as const };
  },
);

export const handler = serve(receiveEvents, eventWebhookDeps);
