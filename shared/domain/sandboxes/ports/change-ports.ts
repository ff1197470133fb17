import type { Caller } from '../../../contract/endpoint/caller.ts';
import { holds } from '../../../contract/shapes/scopes.ts';
import type { Clock } from '../../../platform/clock.ts';
import { AppError, NotFoundError } from '../../../platform/errors.ts';
import type { TransactionPart } from '../../../platform/transaction-part.ts';
import type { EdgeEntries } from '../edge/edge-entries.ts';
import { changeIntent } from '../intent/intents.ts';
import type { OpenedPort } from '../record/opened-port.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxStore } from '../store/sandbox-store.ts';
import { type PortChange, type PortOrder, withChangedPort, withoutPort, withPort } from './opened-ports.ts';
import { noAddresses, type PortAddresses, type PortUrl } from './port-addresses.ts';

/** A port with its URL. */
export interface AddressedPort {
  readonly port: OpenedPort;
  readonly url: string;
}

export interface PortDeps {
  readonly sandboxes: Pick<SandboxStore, 'find' | 'save'>;
  readonly edge: Pick<EdgeEntries, 'refresh'>;
  readonly addresses: PortAddresses;
  readonly now: Clock;
}

export interface OpenPortDeps extends PortDeps {
  /** The first and last port that the edge reaches; undefined if it reaches all that can be opened. */
  readonly range?: readonly number[] | undefined;
}

/** Makes further parts of the same transaction. */
type With = (opened: AddressedPort) => Promise<readonly TransactionPart[]>;

interface One {
  readonly caller: Caller;
  readonly sandboxId: string;
  readonly slot: number;
}

/**
 * Each change writes the row first, which is what counts, and then asks for its entry at the edge.
 *
 * @throws NotFoundError; AppError `insufficient_scope`, `conflict` in a deployment without addresses for them, for a
 * port of the spec, for one that the edge does not reach, and beyond the limits
 */
export async function openPort(
  { caller, sandboxId }: Omit<One, 'slot'>,
  order: PortOrder,
  others: With,
  deps: OpenPortDeps,
): Promise<AddressedPort> {
  return saved(caller.ownerId, sandboxId, deps, async (previous) => {
    requireShare(caller, order.access);
    const urlOf = await requireUrls(deps.addresses);
    requireReached(order.port, deps.range);
    const { next, port } = withPort(previous, order, caller.keyId, deps.now());
    const opened = { next, port, url: urlOf(next, port) };
    return { ...opened, parts: await others(opened) };
  });
}

/** @throws NotFoundError; AppError `insufficient_scope`, `conflict` */
export async function changePort(one: One, change: PortChange, deps: PortDeps): Promise<AddressedPort> {
  const { caller, sandboxId, slot } = one;
  return saved(caller.ownerId, sandboxId, deps, async (previous) => {
    const write = withChangedPort(previous, slot, change, deps.now());
    if (!write) throw new NotFoundError('Port', String(slot));
    requireShare(caller, write.port.access);
    const urlOf = await requireUrls(deps.addresses);
    return { ...write, url: urlOf(write.next, write.port) };
  });
}

/** @throws NotFoundError; AppError `conflict` */
export async function closePort({ caller, sandboxId, slot }: One, deps: PortDeps): Promise<void> {
  await saved(caller.ownerId, sandboxId, deps, async (previous) => {
    const next = withoutPort(previous, slot, deps.now());
    if (next) return { next };
    // An earlier request can have closed it in the row alone.
    if (slot < previous.next_slot) await deps.edge.refresh(previous);
    throw new NotFoundError('Port', String(slot));
  });
}

interface Decided {
  readonly next: Sandbox;
  readonly parts?: readonly TransactionPart[];
}

/** Decides again on a new read when another writer was first. */
async function saved<T extends Decided>(
  ownerId: string,
  sandboxId: string,
  { sandboxes, edge }: PortDeps,
  decide: (sandbox: Sandbox) => Promise<T>,
): Promise<T> {
  const decided: T[] = [];
  await changeIntent(ownerId, sandboxId, sandboxes, async (previous) => {
    const write = await decide(previous);
    await sandboxes.save([{ previous, next: write.next }], undefined, write.parts);
    decided.push(write);
  });
  const [write] = decided;
  if (!write) throw new Error(`the ports of sandbox ${sandboxId} were not written`);
  await edge.refresh(write.next);
  return write;
}

function requireShare({ scopes }: Caller, access: OpenedPort['access']): void {
  if (access !== 'public' || holds(scopes, 'sandboxes:share')) return;
  const detail =
    'This API key lacks the scope sandboxes:share, so it cannot make a port public. Use a key that has it.';
  throw new AppError('insufficient_scope', detail, { extensions: { required_scope: 'sandboxes:share' } });
}

function requireReached(port: number, [first, last]: readonly number[] = []): void {
  if (first === undefined || last === undefined || (first <= port && port <= last)) return;
  const advice = "Use one of those, or ask the operator to set sandboxPorts to 'any'.";
  throw new AppError('conflict', `This deployment reaches only the ports ${first} to ${last}. ${advice}`);
}

async function requireUrls(addresses: PortAddresses): Promise<PortUrl> {
  const urls = await addresses.urls();
  if (urls) return urls;
  throw noAddresses(addresses);
}
