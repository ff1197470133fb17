import { lineageIdsOf } from '../../../../shared/domain/billing/budgets/account.ts';
import { isCounted } from '../../../../shared/domain/sandboxes/record/conditions.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { Broken } from './invariants.ts';
import type { SandboxWorld } from './sandbox-world.ts';

/** What is counted of each sandbox. */
const kinds = {
  sandboxes: () => 1,
  'CPU units': ({ size }: Sandbox) => size.cpu_units,
} as const satisfies Record<string, (row: Sandbox) => number>;
type Kind = keyof typeof kinds;

/** The counts that differ from their rows, and rows that count with another size than they run with. */
export function miscounted(world: SandboxWorld): Broken[] {
  const { active, activeByLineage, cpuUnits, cpuUnitsByLineage } = world.sandboxes;
  const counts = [
    ...ofOwners('sandboxes', active),
    ...ofOwners('CPU units', cpuUnits),
    ...ofLineages('sandboxes', activeByLineage),
    ...ofLineages('CPU units', cpuUnitsByLineage),
  ];
  return [...counts.flatMap((count) => wrong(world, count)), ...world.rows().flatMap(otherSize)];
}

interface Count {
  readonly ownerId: string;
  /** Null for the count of the owner. A count of 0 of a lineage can remain while the owner runs a sandbox. */
  readonly lineage: string | null;
  readonly kind: Kind;
  readonly stored: number;
}

function ofOwners(kind: Kind, counts: ReadonlyMap<string, number>): Count[] {
  return [...counts].map(([ownerId, stored]) => ({ ownerId, lineage: null, kind, stored }));
}

function ofLineages(kind: Kind, counts: ReadonlyMap<string, ReadonlyMap<string, number>>): Count[] {
  return [...counts].flatMap(([ownerId, lineages]) =>
    [...lineages].map(([lineage, stored]) => ({ ownerId, lineage, kind, stored })),
  );
}

function wrong(world: SandboxWorld, { ownerId, lineage, kind, stored }: Count): Broken[] {
  const rows = world.rows().filter((row) => row.owner_id === ownerId && isCounted(row));
  const counted = rows.filter((row) => lineage === null || lineageIdsOf(row).includes(lineage));
  const truth = counted.reduce((sum, row) => sum + kinds[kind](row), 0);
  const whose = lineage === null ? ownerId : `lineage ${lineage} of ${ownerId}`;
  return stored === truth ? [] : [`counted: ${whose} is counted as running ${stored} ${kind} and runs ${truth}`];
}

function otherSize({ sandbox_id: id, phase, size, launch }: Sandbox): Broken[] {
  if (phase !== 'RUNNING' || !launch?.size || launch.size.cpu_units === size.cpu_units) return [];
  return [`counted: ${id} runs with ${launch.size.cpu_units} CPU units and counts ${size.cpu_units}`];
}
