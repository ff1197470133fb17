import { receiveEvents as endpoint } from '../../shared/contract/webhooks.ts';
import { callingSandbox } from '../../shared/events/calling-sandbox.ts';
import { type IngestDeps, ingestEvents } from '../../shared/events/ingest.ts';
import { implement } from '../../shared/http/endpoint.ts';
import { serve } from '../../shared/http/serve.ts';
import type { SandboxAuthentication } from '../../shared/sandboxes/authenticate-sandbox.ts';
import { ingestDeps } from '../../shared/wiring/events.ts';

interface Deps extends IngestDeps, SandboxAuthentication {}

export const receiveEvents = implement(endpoint, async ({ params, body, caller }, deps: Deps) => {
  const sandbox = await callingSandbox(caller.sessionKey, undefined, deps);
  await ingestEvents(sandbox, params.conversation_id, body, deps);
  return { success: true as const };
});

export const handler = serve(receiveEvents, ingestDeps);
