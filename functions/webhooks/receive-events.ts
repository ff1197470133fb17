import { receiveEvents as endpoint } from '../../shared/contract/webhooks.ts';
import type { SandboxAuthentication } from '../../shared/domain/sandboxes/agent/authenticate-sandbox.ts';
import { callingSandbox } from '../../shared/domain/webhooks/calling-sandbox.ts';
import { type IngestDeps, ingestEvents } from '../../shared/domain/webhooks/ingest.ts';
import { implementForSandbox } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { ingestDeps } from '../../shared/wiring/events.ts';

interface Deps extends IngestDeps, SandboxAuthentication {}

export const receiveEvents = implementForSandbox(
  endpoint,
  callingSandbox,
  async ({ params, body, caller }, deps: Deps) => {
    await ingestEvents(caller, params.conversation_id, body, deps);
    return { success: true as const };
  },
);

export const handler = serve(receiveEvents, ingestDeps);
