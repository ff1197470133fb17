import { listSandboxPorts as endpoint } from '../../shared/contract/sandboxes/sandbox-ports.ts';
import { ListeningApps } from '../../shared/domain/sandboxes/ports/find-listening.ts';
import type { PortAddresses } from '../../shared/domain/sandboxes/ports/port-addresses.ts';
import { portView } from '../../shared/domain/sandboxes/ports/port-view.ts';
import { openPorts } from '../../shared/domain/sandboxes/record/opened-port.ts';
import { isGone } from '../../shared/domain/sandboxes/record/status.ts';
import type { SandboxReader } from '../../shared/domain/sandboxes/store/sandbox-store.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { type Clock, systemClock } from '../../shared/platform/clock.ts';
import { NotFoundError } from '../../shared/platform/errors.ts';
import { portAddresses, sandboxKeys, sandboxReader } from '../../shared/wiring/sandboxes.ts';

interface Deps {
  readonly sandboxes: Pick<SandboxReader, 'find'>;
  readonly addresses: PortAddresses;
  readonly apps: Pick<ListeningApps, 'in'>;
  readonly now: Clock;
}

export const listSandboxPorts = implement(endpoint, async ({ params, query, caller }, deps: Deps) => {
  const sandbox = await deps.sandboxes.find(caller.ownerId, params.sandbox_id);
  if (isGone(sandbox)) throw new NotFoundError('Sandbox', params.sandbox_id);
  const listening = query.listening ? await deps.apps.in(sandbox) : null;
  const urlOf = await deps.addresses.urls();
  const items = openPorts(sandbox, deps.now()).map((port) => portView(port, urlOf?.(sandbox, port), caller));
  return { items, listening: listening && [...listening] };
});

export const handler = serve(listSandboxPorts, (granted) => ({
  sandboxes: sandboxReader(granted),
  addresses: portAddresses(granted),
  apps: new ListeningApps({ keys: sandboxKeys(granted), now: systemClock }),
  now: systemClock,
}));
