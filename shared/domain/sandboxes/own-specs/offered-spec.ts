import { AppError } from '../../../platform/errors.ts';
import type { SandboxSpec, SandboxSpecs } from '../specs/sandbox-specs.ts';
import type { DynamoOwnSpecs } from './dynamo-own-specs.ts';
import { isOwnSpecId, type OwnSpec, specOf } from './own-spec.ts';

/** Finds the specs of owners for starts. */
export interface OwnSpecFinder {
  readonly ownSpecs: Pick<DynamoOwnSpecs, 'find'>;
}

/**
 * The spec of the deployment or of the owner with this id.
 *
 * @returns undefined if there is none
 * @throws AppError `conflict` for a spec of the owner of which no version has passed its check
 */
export async function findSpec(
  ownerId: string,
  specId: string,
  { specs, ownSpecs }: OwnSpecFinder & { readonly specs: Pick<SandboxSpecs, 'find'> },
): Promise<SandboxSpec | undefined> {
  return specs.find(specId) ?? offeredSpec(ownerId, specId, { ownSpecs });
}

/**
 * The newest version of an owner's spec that has passed its check.
 *
 * @returns undefined if the owner has no such spec
 * @throws AppError `conflict` if no version has passed
 */
export async function offeredSpec(
  ownerId: string,
  specId: string,
  { ownSpecs }: OwnSpecFinder,
): Promise<SandboxSpec | undefined> {
  const row = isOwnSpecId(specId) ? await ownSpecs.find(ownerId, specId) : undefined;
  if (!row) return undefined;
  if (!row.offered) throw new AppError('conflict', `No sandbox can start from ${specId} yet. ${whyNot(row)}`);
  return specOf(row, row.offered);
}

function whyNot({ check: { state, reason } }: OwnSpec): string {
  if (state !== 'FAILED' || !reason) return 'Its check is under way: get the spec to see the result.';
  return `Its check failed: ${reason.message} ${reason.remedy}`;
}
