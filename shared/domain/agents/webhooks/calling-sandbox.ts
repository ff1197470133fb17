import { AppError } from '../../../platform/errors.ts';
import {
  authenticateDelivery,
  type SandboxAuthentication,
  type SandboxClaim,
} from '../../sandboxes/agent/authenticate-sandbox.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import type { DeliveryLimits } from './delivery-limits.ts';

/**
 * The sandbox whose agent is calling. All refusals are equal, to hide which sandboxes exist.
 *
 * @throws AppError `unauthenticated`; `rate_limited` when it has delivered too much
 */
export async function callingSandbox(
  claim: SandboxClaim,
  deps: SandboxAuthentication & { readonly deliveries: Pick<DeliveryLimits, 'requireRoom'> },
): Promise<Sandbox> {
  const { pathSandboxId } = claim;
  const sandbox = await authenticateDelivery(claim, deps);
  if (!sandbox || (pathSandboxId !== undefined && pathSandboxId !== sandbox.sandbox_id)) throw refused();
  deps.deliveries.requireRoom(sandbox);
  return sandbox;
}

export function refused(): AppError {
  return new AppError('unauthenticated', 'Send the delivery key of the running agent in X-Delivery-Key.');
}
