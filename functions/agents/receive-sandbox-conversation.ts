import { receiveSandboxConversation as endpoint } from '../../shared/contract/agents/webhooks.ts';
import { callingSandbox } from '../../shared/domain/agents/webhooks/calling-sandbox.ts';
import { type ConversationWebhookDeps, receiveHook } from '../../shared/domain/agents/webhooks/receive-hook.ts';
import type { SandboxAuthentication } from '../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { implementForSandbox } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { conversationWebhookDeps } from '../../shared/wiring/agents.ts';

interface Deps extends ConversationWebhookDeps, SandboxAuthentication {}

export const receiveSandboxConversation = implementForSandbox(
  endpoint,
  callingSandbox,
  async ({ body, caller }, deps: Deps) => {
    await receiveHook(caller, body, deps);
    return { success: true as const };
  },
);

export const handler = serve(receiveSandboxConversation, conversationWebhookDeps);
