import { type Limits, limitNames } from '../../../contract/shapes/limits.ts';
import { type Descent, type Lineages, lineagesOf, MAX_LINEAGES } from '../../../contract/shapes/lineages.ts';
import { AppError } from '../../../platform/errors/errors.ts';
import type { KeyRecord } from './key-record.ts';

/** The lineages of a key on record. */
export function lineagesOfKey(record: KeyRecord): Lineages {
  return lineagesOf({ ...record, keyId: record.key_id });
}

/** The place of a key that replaces this one, or that may do exactly as much: it counts as the same key. */
export function sameDescent(record: KeyRecord): Descent {
  const { lineage = record.key_id, above } = record;
  return above === undefined ? { lineage } : { lineage, above };
}

/**
 * The place of a key that this one makes, with limits within its own. A key without limits bounds no other; one with
 * the giver's own limits joins its lineage, and one with lower limits begins a lineage within it.
 *
 * @throws AppError `conflict` when more lineages would bound the new key than a start can check
 */
export function descentFrom(giver: KeyRecord, limits: Limits): Descent {
  if (limitNames.every((name) => limits[name] === giver.limits[name])) {
    return isLimited(giver.limits) ? sameDescent(giver) : {};
  }
  const above = lineagesOfKey(giver).filter((lineage) => isLimited(lineage.limits));
  if (above.length >= MAX_LINEAGES) throw tooDeep();
  return above.length === 0 ? {} : { above };
}

/** Whether what a key uses counts for the limits of the giver, if that has any. */
export function isWithinLineageOf(record: KeyRecord, giver: KeyRecord): boolean {
  const [own] = lineagesOfKey(giver);
  return !isLimited(own.limits) || lineagesOfKey(record).some(({ id }) => id === own.id);
}

function isLimited(limits: Limits): boolean {
  return limitNames.some((name) => limits[name] !== null);
}

function tooDeep(): AppError {
  const advice = 'give the new key the limits of this one, or make it with a key that is less deep';
  return new AppError('conflict', `limits of API keys are at most ${MAX_LINEAGES} lineages deep; ${advice}`);
}
