import { isOfMember, type Lineage } from '../../../contract/shapes/lineages.ts';
import type { DynamoMemberStore } from './dynamo-member-store.ts';

/**
 * The lineages of a row, for a start that no request of their owner asks for. Limits of keys never change, and those of
 * people can have changed since the row was written.
 */
export async function currentLineages(
  ownerId: string,
  lineages: readonly Lineage[],
  { members }: { readonly members: Pick<DynamoMemberStore, 'find'> },
): Promise<readonly Lineage[]> {
  const current = async (lineage: Lineage) => {
    const member = isOfMember(lineage) ? await members.find(ownerId, lineage.id) : undefined;
    return member ? { ...lineage, limits: member.limits } : lineage;
  };
  return Promise.all(lineages.map(current));
}
