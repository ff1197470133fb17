import { changeSandboxPort as endpoint } from '../../shared/contract/sandboxes/sandbox-ports.ts';
import { changePort, type PortDeps } from '../../shared/domain/sandboxes/ports/change-ports.ts';
import { portView } from '../../shared/domain/sandboxes/ports/port-view.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { portDeps } from '../../shared/wiring/sandboxes.ts';

export const changeSandboxPort = implement(endpoint, async ({ params, body, caller }, deps: PortDeps) => {
  const one = { caller, sandboxId: params.sandbox_id, slot: Number(params.port_id) };
  const { port, url } = await changePort(one, body, deps);
  return portView(port, url, caller);
});

export const handler = serve(changeSandboxPort, portDeps);
