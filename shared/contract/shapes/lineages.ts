import * as z from 'zod';
import { Limits } from './limits.ts';

/**
 * Keys that share limits and one count of what they use: a first key, whose id names the lineage, the keys that
 * replaced it, and all keys that any of these made.
 */
export const Lineage = z.object({ id: z.string(), limits: Limits });
export type Lineage = Readonly<z.output<typeof Lineage>>;

/** The lineages that bound a key, its own first and the outermost last. */
export type Lineages = readonly [Lineage, ...Lineage[]];

/** How many lineages may bound one key: each adds a condition to every start. */
export const MAX_LINEAGES = 5;

/** Where a key stands among other keys. */
export interface Descent {
  /** The lineage that it belongs to; absent for the first key of one. */
  readonly lineage?: string | undefined;
  /** The limited lineages that this one is part of, the nearest first; absent where there is none. */
  readonly above?: readonly Lineage[] | undefined;
}

/** The lineages of a key, which has limits of its own. */
export function lineagesOf({ keyId, limits, lineage, above = [] }: BoundKey): Lineages {
  return [{ id: lineage ?? keyId, limits }, ...above];
}

interface BoundKey extends Descent {
  readonly keyId: string;
  readonly limits: Limits;
}

const Above = z.array(Lineage);

/** Encodes a descent for the authorizer's context, which holds texts: the empty one stands for none. */
export function descentContext({ lineage = '', above = [] }: Descent): Readonly<Record<string, string>> {
  return { lineage, lineages_above: above.length === 0 ? '' : JSON.stringify(above) };
}

/** Decodes it. @throws when the text is not the authorizer's: a key must not lose the limits of its lineages */
export function descentOfContext({ lineage, lineages_above: above }: Readonly<Record<string, unknown>>): Descent {
  return {
    ...(typeof lineage === 'string' && lineage !== '' ? { lineage } : {}),
    ...(typeof above === 'string' && above !== '' ? { above: Above.parse(JSON.parse(above)) } : {}),
  };
}
