import { randomBytes } from 'node:crypto';
import { isDeepStrictEqual } from 'node:util';
import type { GitProvider } from '../../contract/shapes/enums.ts';
import type { Lineage } from '../../contract/shapes/lineages.ts';
import type { BuildCause, PrebuildRefresh } from '../../contract/shapes/prebuild.ts';
import type { ResourcesRequest } from '../../contract/shapes/resources.ts';
import type { Part } from '../../platform/aws/transact.ts';
import { type Clock, timestamp } from '../../platform/clock.ts';
import { AppError, type Revisions, requireRevision, retryLostRaces } from '../../platform/errors.ts';
import { newId } from '../../platform/ids.ts';
import type { Vault } from '../../platform/vault.ts';
import { findSpec, type OwnSpecFinder } from '../sandboxes/own-specs/offered-spec.ts';
import { privacyOf } from '../sandboxes/record/privacy-fields.ts';
import { chooseSize } from '../sandboxes/specs/choose-size.ts';
import type { SandboxSpecs } from '../sandboxes/specs/sandbox-specs.ts';
import type { DynamoPrebuilds } from './dynamo-prebuilds.ts';
import { changedPrebuild, hookPurpose, nextBuild, type Prebuild } from './prebuild.ts';

export interface PrebuildOrder {
  readonly repository: string;
  readonly git_provider: GitProvider | null;
  readonly branch: string | null;
  readonly spec_id: string;
  readonly refresh: PrebuildRefresh;
  readonly setup_on_start: boolean;
  readonly resources: ResourcesRequest | null;
}

/** The API key that pays for builds, and its person. */
interface Payer {
  readonly keyId: string;
  readonly lineages: readonly Lineage[];
  readonly person?: string | undefined;
}

export interface ChangeDeps {
  readonly prebuilds: DynamoPrebuilds;
  readonly now: Clock;
  /** Starts the worker; returns at once. */
  readonly work: (ownerId: string, prebuildId: string) => Promise<void>;
}

/** A condition of requests for builds, which pushes do not have: their builds fail with the same reason. */
interface Allowed {
  /** @throws AppError `owner_suspended` */
  readonly unlessSuspended?: (ownerId: string) => Promise<Part>;
}

interface Sealing {
  readonly vault: Pick<Vault, 'seal'>;
}

/** Makes further parts of the same transaction from the row and its secret. */
type With = (row: Prebuild, secret: string | null) => Promise<readonly Part[]>;

interface Shown {
  readonly row: Prebuild;
  readonly secret: string | null;
}

/** Creates a prebuild and asks for its first build. @throws AppError `conflict`, `unavailable`, `owner_suspended` */
export async function createPrebuild(
  ownerId: string,
  order: PrebuildOrder,
  payer: Payer,
  others: With,
  deps: ChangeDeps & Sealing & Allowed,
): Promise<Shown> {
  const allowed = await allowedParts(ownerId, deps);
  const now = deps.now();
  const at = timestamp(now);
  const id = newId(now);
  const secret = order.refresh === 'push' ? newSecret() : null;
  const row: Prebuild = {
    owner_id: ownerId,
    prebuild_id: id,
    ...order,
    state: 'BUILDING',
    version: 1,
    requested: { cause: 'created', at },
    build: null,
    current: null,
    failure: null,
    discards: [],
    next_build_at: nextBuild(order.refresh, now),
    hook_secret: secret === null ? null : await deps.vault.seal(ownerId, hookPurpose(id), secret),
    api_key_id: payer.keyId,
    lineages: [...payer.lineages],
    ...privacyOf({ created_by: payer.person }),
    lease_holder: null,
    lease_until: null,
    attempts: 0,
    created_at: at,
    updated_at: at,
  };
  await deps.prebuilds.create(row, [...allowed, ...(await others(row, secret))]);
  await deps.work(ownerId, id);
  return { row, secret };
}

/** Undefined fields stay. */
interface PrebuildChange {
  readonly refresh?: PrebuildRefresh | undefined;
  readonly setup_on_start?: boolean | undefined;
  readonly resources?: ResourcesRequest | null | undefined;
}

interface Specs extends OwnSpecFinder {
  readonly specs: Pick<SandboxSpecs, 'find'>;
}

/** @throws NotFoundError; PreconditionFailedError; AppError `conflict`, `validation_failed` */
export function changePrebuild(
  ownerId: string,
  prebuildId: string,
  given: PrebuildChange,
  { prebuilds, now, ...specs }: Pick<ChangeDeps, 'prebuilds' | 'now'> & Specs,
  revisions?: Revisions,
): Promise<Prebuild> {
  return retryLostRaces(async () => {
    const previous = await prebuilds.require(ownerId, prebuildId);
    requireRevision(previous.version, revisions, 'prebuild');
    const { refresh, setup_on_start, resources: before } = previous;
    const change = { ...{ refresh, setup_on_start, resources: before }, ...sent(given) };
    const isSame = isDeepStrictEqual(change, { refresh, setup_on_start, resources: before });
    if (isSame) return previous;
    if (given.resources) await requireOffered(previous, given.resources, now(), specs);
    const dates = change.refresh === refresh ? {} : { next_build_at: nextBuild(change.refresh, now()) };
    const next = changedPrebuild(previous, now(), { ...change, ...dates });
    await prebuilds.save({ previous, next });
    return next;
  });
}

type Sent = { readonly [Name in keyof PrebuildChange]: Exclude<PrebuildChange[Name], undefined> };

function sent(given: PrebuildChange): Sent {
  return Object.fromEntries(Object.entries(given).filter(([, value]) => value !== undefined)) as Sent;
}

/** @throws AppError `conflict`, `validation_failed` */
async function requireOffered(
  { owner_id: ownerId, spec_id: specId }: Prebuild,
  resources: ResourcesRequest,
  now: Date,
  specs: Specs,
): Promise<void> {
  const spec = await findSpec(ownerId, specId, specs);
  if (!spec) throw new AppError('conflict', `The sandbox spec '${specId}' no longer exists. Delete the prebuild.`);
  chooseSize(resources, spec, now);
}

async function allowedParts(ownerId: string, { unlessSuspended }: Allowed): Promise<readonly Part[]> {
  return unlessSuspended ? [await unlessSuspended(ownerId)] : [];
}

/** Asks for a build. A request that has not begun yet stays as it is: bursts become one build. */
export async function requestBuild(
  ownerId: string,
  prebuildId: string,
  cause: BuildCause,
  deps: ChangeDeps & Allowed,
): Promise<Prebuild> {
  const row = await retryLostRaces(async () => {
    const allowed = await allowedParts(ownerId, deps);
    const previous = await deps.prebuilds.require(ownerId, prebuildId);
    if (previous.requested !== null) return previous;
    const requested = { cause, at: timestamp(deps.now()) };
    const next = changedPrebuild(previous, deps.now(), { requested, state: 'BUILDING' });
    await deps.prebuilds.save({ previous, next }, allowed);
    return next;
  });
  await deps.work(ownerId, prebuildId);
  return row;
}

/** Hides the prebuild. A worker deletes what it has. @throws NotFoundError */
export async function deletePrebuild(ownerId: string, prebuildId: string, deps: ChangeDeps): Promise<void> {
  await retryLostRaces(async () => {
    const previous = await deps.prebuilds.require(ownerId, prebuildId);
    const { current, build, discards } = previous;
    const more = [
      ...(build === null ? [] : [{ kind: 'sandbox' as const, id: build.build_id }]),
      ...(current === null ? [] : [{ kind: 'snapshot' as const, id: current.snapshot_id }]),
    ];
    const gone = { requested: null, build: null, current: null, next_build_at: null, hook_secret: null };
    const lease = { lease_holder: null, lease_until: null };
    const change = { ...gone, ...lease, state: 'DELETING' as const, discards: [...discards, ...more] };
    await deps.prebuilds.hide({ previous, next: changedPrebuild(previous, deps.now(), change) });
  });
  await deps.work(ownerId, prebuildId);
}

/** Replaces the secret of the webhook. The old one ends at once. @throws NotFoundError; VersionConflictError */
export async function rotateHookSecret(
  ownerId: string,
  prebuildId: string,
  others: With,
  { prebuilds, vault, now }: Pick<ChangeDeps, 'prebuilds' | 'now'> & Sealing,
): Promise<Shown> {
  const previous = await prebuilds.require(ownerId, prebuildId);
  const secret = newSecret();
  const sealed = await vault.seal(ownerId, hookPurpose(prebuildId), secret);
  const row = changedPrebuild(previous, now(), { hook_secret: sealed });
  await prebuilds.save({ previous, next: row }, await others(row, secret));
  return { row, secret };
}

/** 256 bits, in characters that every git provider accepts. */
function newSecret(): string {
  return randomBytes(32).toString('base64url');
}
