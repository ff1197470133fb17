import * as z from 'zod';
import { Limits } from './limits.ts';

/**
 * Keys that share limits and usage: a first key, whose id names the lineage, the keys that replaced it, and the keys
 * that any of these created.
 */
export const Lineage = z.object({ id: z.string(), limits: Limits });
export type Lineage = Readonly<z.output<typeof Lineage>>;

/** The lineages whose limits apply to a key, its own first and the outermost last. */
export type Lineages = readonly [Lineage, ...Lineage[]];

/** Maximum number of lineages of a key. Each adds a condition to every start. */
export const MAX_LINEAGES = 5;

export interface Descent {
  /** The lineage of the key; absent for its first key. */
  readonly lineage?: string | undefined;
  /** The outer lineages with limits, the nearest first; absent if there are none. */
  readonly above?: readonly Lineage[] | undefined;
}

/** The form of a person's id. Ids of keys are shorter. */
const PERSON_ID = /^[0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12}$/;

/** Whether a lineage is that of a member: its id is the person's, and it contains all that the person runs. */
export function isOfMember({ id }: Pick<Lineage, 'id'>): boolean {
  return PERSON_ID.test(id);
}

/** The lineages of a key with its own limits. */
export function lineagesOf({ keyId, limits, lineage, above = [] }: BoundKey): Lineages {
  return [{ id: lineage ?? keyId, limits }, ...above];
}

interface BoundKey extends Descent {
  readonly keyId: string;
  readonly limits: Limits;
}

const Above = z.array(Lineage);

/** Encodes a descent for the authorizer's context, which contains only texts. An empty text means none. */
export function descentContext({ lineage = '', above = [] }: Descent): Readonly<Record<string, string>> {
  return { lineage, lineages_above: above.length === 0 ? '' : JSON.stringify(above) };
}

/** Decodes a descent. @throws for an invalid text, as a key must not lose the limits of its lineages */
export function descentOfContext({ lineage, lineages_above: above }: Readonly<Record<string, unknown>>): Descent {
  return {
    ...(typeof lineage === 'string' && lineage !== '' ? { lineage } : {}),
    ...(typeof above === 'string' && above !== '' ? { above: Above.parse(JSON.parse(above)) } : {}),
  };
}
