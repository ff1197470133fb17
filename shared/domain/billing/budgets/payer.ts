import type { Lineage } from '../../../contract/shapes/lineages.ts';

/** Who pays for a sandbox, as on its row: the API key that started or resumed it last. */
export interface Payer {
  readonly api_key_id: string | null;
  /** The lineages that bound this key; absent on rows from before there were any. */
  readonly lineages?: readonly Lineage[] | undefined;
}

/** The ids of the lineages that a sandbox counts for. A key without a known lineage is one of its own. */
export function lineageIdsOf({ api_key_id: keyId, lineages }: Payer): readonly string[] {
  if (keyId === null) return [];
  return lineages === undefined ? [keyId] : lineages.map(({ id }) => id);
}
