import * as z from 'zod';
import type { PortName, WakePolicy } from '../../../contract/shapes/enums.ts';
import { allRows, queryPages } from '../../../platform/aws/pages.ts';
import { TableStore } from '../../../platform/aws/table-store.ts';
import type { Clock } from '../../../platform/clock.ts';
import type { Tables } from '../../../rights/statement.ts';
import { FIRST_OPENED_SLOT, type Name, slotOf } from '../ingress/name.ts';
import { openPorts } from '../record/opened-port.ts';
import type { Sandbox } from '../record/sandbox.ts';
import { isGone } from '../record/status.ts';
import { wakePolicyOf } from '../record/wake-policy.ts';
import type { SandboxReader } from '../store/sandbox-store.ts';

/** Finds the sandbox of a lasting address. */
export interface Addresses {
  /** @returns undefined after the sandbox was deleted; slightly stale for a very new one */
  holderOf(addressId: string): Promise<{ readonly ownerId: string; readonly sandboxId: string } | undefined>;
}

const Holder = z.object({ owner_id: z.string(), sandbox_id: z.string() });

export class DynamoAddresses extends TableStore<Tables<'sandboxes'>> implements Addresses {
  async holderOf(addressId: string): Promise<{ ownerId: string; sandboxId: string } | undefined> {
    const pages = queryPages(this.documents, {
      TableName: this.tables.sandboxes,
      IndexName: 'address_index',
      KeyConditionExpression: 'address_id = :address',
      ExpressionAttributeValues: { ':address': addressId },
    });
    const [found] = await allRows(pages, (row) => Holder.parse(row));
    return found && { ownerId: found.owner_id, sandboxId: found.sandbox_id };
  }
}

/** A port of a sandbox that has an address. */
export interface AddressedPort {
  readonly port: number;
  /** The name of a port of the spec; undefined for one that a client opened. */
  readonly name: z.infer<typeof PortName> | undefined;
  readonly wake: WakePolicy;
  /** Whether the edge asks for the session key or a cookie. */
  readonly needsKey: boolean;
}

export interface Addressed {
  readonly sandbox: Sandbox;
  /** Undefined for a port that the sandbox no longer has. */
  readonly port: AddressedPort | undefined;
}

export interface FindDeps {
  readonly addresses: Addresses;
  readonly sandboxes: Pick<SandboxReader, 'find'>;
  readonly now: Clock;
}

/** The sandbox of a verified name. @returns undefined when it was deleted */
export async function findAddressed(
  name: Name,
  { addresses, sandboxes, now }: FindDeps,
): Promise<Addressed | undefined> {
  const holder = await addresses.holderOf(name.addressId);
  const sandbox = holder && (await sandboxes.find(holder.ownerId, holder.sandboxId));
  // A new sandbox can have the id of a deleted one. It has another address.
  if (isGone(sandbox) || sandbox.address_id !== name.addressId) return undefined;
  return { sandbox, port: portOf(sandbox, name, now()) };
}

function portOf(sandbox: Sandbox, { slot, port }: Name, now: Date): AddressedPort | undefined {
  if (slot >= FIRST_OPENED_SLOT) {
    const opened = openPorts(sandbox, now).find((one) => one.slot === slot && one.port === port);
    return opened && { port, name: undefined, wake: opened.wake, needsKey: opened.access === 'key' };
  }
  const found = sandbox.ports.find((one) => slotOf(one.name) === slot && one.port === port);
  return found && { port, name: found.name, wake: wakePolicyOf(sandbox, found.name), needsKey: false };
}
