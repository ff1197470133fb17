import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError, NotFoundError } from '../../../platform/errors.ts';
import { openPorts } from '../record/opened-port.ts';
import { isGone } from '../record/status.ts';
import type { SandboxReader } from '../store/sandbox-store.ts';
import { LINK_SECONDS } from './admission.ts';
import { noAddresses, type PortAddresses } from './port-addresses.ts';

export interface LinkDeps {
  readonly sandboxes: Pick<SandboxReader, 'find'>;
  readonly addresses: PortAddresses;
  readonly now: Clock;
}

interface One {
  readonly ownerId: string;
  readonly sandboxId: string;
  readonly slot: number;
}

/**
 * A link that lets a browser in to an opened port. The key of its caller sees session keys, which open the port, too.
 *
 * @throws NotFoundError; AppError `conflict`
 */
export async function linkToPort({ ownerId, sandboxId, slot }: One, path: string, deps: LinkDeps) {
  const sandbox = await deps.sandboxes.find(ownerId, sandboxId);
  if (isGone(sandbox)) throw new NotFoundError('Sandbox', sandboxId);
  const now = deps.now();
  const port = openPorts(sandbox, now).find((one) => one.slot === slot);
  if (!port) throw new NotFoundError('Port', String(slot));
  const linkOf = await deps.addresses.links();
  if (!linkOf) throw noAddresses(deps.addresses);
  if (port.access === 'key' && sandbox.edge_key_hash === null) {
    const advice = 'Start or resume the sandbox, and send the request again when it runs.';
    throw new AppError('conflict', `Sandbox ${sandboxId} has no session key yet. ${advice}`);
  }
  const endsAt = Math.floor(now.getTime() / 1000) + LINK_SECONDS;
  return { url: linkOf(sandbox, port, path, endsAt), expires_at: timestamp(new Date(endsAt * 1000)) };
}
