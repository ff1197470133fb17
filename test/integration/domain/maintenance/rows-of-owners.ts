import { ownerRows } from '../../../../shared/domain/maintenance/erasure/owner-rows.ts';
import type { TableDefinition } from '../../../../shared/rights/table-definition.ts';
import { tables as definitions, type TableName } from '../../../../shared/rights/tables.ts';

type Row = Readonly<Record<string, unknown>>;

/** The keys of rows of an owner: as the rules say, or under any key of the table. */
function keysOf(name: TableName, ownerId: string, n: number): readonly Row[] {
  const { partitionKey, sortKey }: TableDefinition = definitions[name];
  if (name === 'members') return [{ person_id: `person-${n}-${ownerId}`, owner_id: ownerId }];
  return partitionsOf(name, ownerId, n).map((partition) => ({
    [partitionKey]: partition,
    ...(sortKey === undefined ? {} : { [sortKey]: `${name}-${n}` }),
  }));
}

function partitionsOf(name: TableName, ownerId: string, n: number): readonly (string | undefined)[] {
  const rule = ownerRows[name];
  if (rule.kind === 'named') return [`${rule.prefixOf(ownerId)}${n}`];
  const own = definitions[name].partitionKey === 'owner_id' ? ownerId : `${ownerId}-${name}-${n}`;
  if (rule.kind !== 'below') return [own];
  return Object.entries(rule.keysOf).flatMap(([parent, keyOf]) => {
    const above = parent as TableName;
    return rowsLike(above, ownerId, n).map((row) => keyOf(ownerId, row));
  });
}

function extra(name: TableName, ownerId: string, n: number): Readonly<Record<string, unknown>> {
  if (name === 'apiKeys')
    return { owner_id: ownerId, created_at: `2026-11-0${n}`, hash: `${ownerId}-${n}`.padEnd(64, 'f') };
  if (name === 'members') return { joined_at: `2026-11-0${n}` };
  if (name === 'sandboxes') return { phase: 'DELETED', desired: 'DELETED' };
  if (name === 'snapshots') return { state: 'DELETED' };
  return {};
}

/** Rows of an owner in a table: one below each kind of row that has such rows below it, and one in other tables. */
export function rowsLike(name: TableName, ownerId: string, n: number): readonly Row[] {
  return keysOf(name, ownerId, n).map((keys) => ({ ...keys, ...extra(name, ownerId, n) }));
}
