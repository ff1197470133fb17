import { openPortInBrowser as endpoint } from '../../shared/contract/sandboxes/sandbox-ports.ts';
import { type LinkDeps, linkToPort } from '../../shared/domain/sandboxes/ports/link-to-port.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { systemClock } from '../../shared/platform/clock.ts';
import { portAddresses, sandboxReader } from '../../shared/wiring/sandboxes.ts';

export const openPortInBrowser = implement(endpoint, async ({ params, body, caller }, deps: LinkDeps) => {
  const one = { ownerId: caller.ownerId, sandboxId: params.sandbox_id, slot: Number(params.port_id) };
  return linkToPort(one, body?.path ?? '/', deps);
});

export const handler = serve(openPortInBrowser, (granted) => ({
  sandboxes: sandboxReader(granted),
  addresses: portAddresses(granted),
  now: systemClock,
}));
