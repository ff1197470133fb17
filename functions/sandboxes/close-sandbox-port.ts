import { closeSandboxPort as endpoint } from '../../shared/contract/sandboxes/sandbox-ports.ts';
import { closePort, type PortDeps } from '../../shared/domain/sandboxes/ports/change-ports.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { portDeps } from '../../shared/wiring/sandboxes.ts';

export const closeSandboxPort = implement(endpoint, async ({ params, caller }, deps: PortDeps) => {
  await closePort({ caller, sandboxId: params.sandbox_id, slot: Number(params.port_id) }, deps);
  return { success: true } as const;
});

export const handler = serve(closeSandboxPort, portDeps);
