import { openSandboxPort as endpoint } from '../../shared/contract/sandboxes/sandbox-ports.ts';
import { type AddressedPort, type OpenPortDeps, openPort } from '../../shared/domain/sandboxes/ports/change-ports.ts';
import { portView } from '../../shared/domain/sandboxes/ports/port-view.ts';
import { sealedClaimDeps } from '../../shared/http/idempotency/claim-deps.ts';
import { implement } from '../../shared/http/operation/operation.ts';
import { serve } from '../../shared/http/serve/serve.ts';
import { openPortDeps } from '../../shared/wiring/sandboxes.ts';

export const openSandboxPort = implement(endpoint, async ({ params, body, caller, request }, deps: OpenPortDeps) => {
  const view = ({ port, url }: AddressedPort) => portView(port, url, caller);
  const one = { caller, sandboxId: params.sandbox_id };
  return view(await openPort(one, body, async (opened) => request.claim(view(opened)), deps));
});

export const handler = serve(openSandboxPort, openPortDeps, sealedClaimDeps);
