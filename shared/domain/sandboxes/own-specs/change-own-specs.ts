import type * as z from 'zod';
import type { Caller } from '../../../contract/endpoint/caller.ts';
import { lineagesOf } from '../../../contract/shapes/lineages.ts';
import { OWN_SPEC_PREFIX, type OwnSpecChange, type OwnSpecRequest } from '../../../contract/shapes/own-spec.ts';
import type { Part } from '../../../platform/aws/transact.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { AppError, type Revisions, requireRevision, retryLostRaces } from '../../../platform/errors.ts';
import { newId } from '../../../platform/ids.ts';
import { privacyOf } from '../record/privacy-fields.ts';
import type { DynamoOwnSpecs } from './dynamo-own-specs.ts';
import { changedDefinition, definitionOf, newCheck } from './order-spec.ts';
import { familyOf, type OwnSpec, type RetiredVersion } from './own-spec.ts';
import { type OwnSpecRules, requireAllowed, requireValid } from './own-spec-rules.ts';

export interface ChangeDeps {
  readonly ownSpecs: DynamoOwnSpecs;
  /** Undefined if the deployment allows no specs of owners. */
  readonly rules: OwnSpecRules | undefined;
  /** Starts the worker that registers and checks; returns at once. */
  readonly check: (ownerId: string, specId: string) => Promise<void>;
  readonly now: Clock;
}

/** A worker that registers a version may not know yet that it is retired, in milliseconds. */
const RETIRE_AFTER = 60_000;

/** @throws AppError `forbidden`, `validation_failed`, `conflict` */
export async function createSpec(
  caller: Caller,
  { name, ...order }: z.output<typeof OwnSpecRequest>,
  others: (spec: OwnSpec) => Promise<readonly Part[]>,
  { ownSpecs, rules, check, now }: ChangeDeps,
): Promise<OwnSpec> {
  const allowed = requireAllowed(rules, caller);
  const definition = definitionOf(order);
  requireValid(definition, allowed);
  const at = now();
  const spec: OwnSpec = {
    owner_id: caller.ownerId,
    spec_id: `${OWN_SPEC_PREFIX}${name}`,
    version: 1,
    definition,
    offered: null,
    ...unchecked(caller, at),
    ...privacyOf({ created_by: caller.person?.id }),
    registered: false,
    revision: 1,
    created_at: timestamp(at),
    updated_at: timestamp(at),
  };
  await ownSpecs.create(spec, allowed.most, await others(spec));
  await check(spec.owner_id, spec.spec_id);
  return spec;
}

/**
 * Makes a new version, unless nothing changes. New sandboxes start from it once its check has passed.
 *
 * @throws NotFoundError, PreconditionFailedError; AppError `forbidden`, `validation_failed`
 */
export async function changeSpec(
  caller: Caller,
  specId: string,
  change: z.output<typeof OwnSpecChange>,
  { ownSpecs, rules, check, now }: ChangeDeps,
  revisions?: Revisions,
): Promise<OwnSpec> {
  const allowed = requireAllowed(rules, caller);
  const changed = await retryLostRaces(async () => {
    const spec = await ownSpecs.require(caller.ownerId, specId);
    requireRevision(spec.version, revisions, 'sandbox spec');
    const definition = changedDefinition(spec.definition, change);
    requireValid(definition, allowed);
    if (JSON.stringify(definition) === JSON.stringify(changedDefinition(spec.definition, {}))) return spec;
    const at = now();
    const next = { ...spec, version: spec.version + 1, definition, registered: false, ...unchecked(caller, at) };
    const left = spec.offered?.version === spec.version ? [] : [retired(spec, spec.version, at, ownSpecs)];
    return ownSpecs.change(spec, { ...next, updated_at: timestamp(at) }, left);
  });
  await check(caller.ownerId, specId);
  return changed;
}

/** Checks the current version again. @throws NotFoundError; AppError `forbidden`, `conflict` during a check */
export async function checkAgain(
  caller: Caller,
  specId: string,
  { ownSpecs, rules, check, now }: ChangeDeps,
): Promise<OwnSpec> {
  requireAllowed(rules, caller);
  const changed = await retryLostRaces(async () => {
    const spec = await ownSpecs.require(caller.ownerId, specId);
    // Its worker has not ended the sandbox of the last check yet.
    if (spec.check.state === 'PENDING' || spec.due_at !== undefined)
      throw new AppError('conflict', 'A check of this sandbox spec is under way. Wait for its end.');
    const at = now();
    return ownSpecs.change(spec, { ...spec, ...unchecked(caller, at), updated_at: timestamp(at) });
  });
  await check(caller.ownerId, specId);
  return changed;
}

/** Sandboxes of the spec stay, and resume. @throws NotFoundError */
export async function removeSpec(
  ownerId: string,
  specId: string,
  { ownSpecs, now }: Pick<ChangeDeps, 'ownSpecs' | 'now'>,
): Promise<void> {
  await retryLostRaces(async () => {
    const spec = await ownSpecs.require(ownerId, specId);
    const versions = new Set([spec.version, spec.offered?.version ?? spec.version]);
    await ownSpecs.remove(
      spec,
      [...versions].map((version) => retired(spec, version, now(), ownSpecs)),
    );
  });
}

function retired(spec: OwnSpec, version: number, at: Date, ownSpecs: DynamoOwnSpecs): RetiredVersion {
  const due = new Date(at.getTime() + RETIRE_AFTER);
  return ownSpecs.retired(spec, familyOf(spec, version), version === spec.version ? spec.check.id : null, due);
}

/** A version whose check is about to begin, on the account of the caller's key. */
function unchecked(
  caller: Caller,
  at: Date,
): Pick<OwnSpec, 'check' | 'api_key_id' | 'lineages' | 'checked_for' | 'due_at'> {
  return {
    check: newCheck(newId(at), timestamp(at)),
    api_key_id: caller.keyId,
    lineages: [...lineagesOf(caller)],
    checked_for: caller.person?.id,
    due_at: timestamp(at),
  };
}
