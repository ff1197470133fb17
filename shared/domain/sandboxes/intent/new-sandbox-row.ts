import { isTombstone } from '../record/conditions.ts';
import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxChange } from '../store/sandbox-store.ts';

/**
 * The change that creates a sandbox under an id. Where a sandbox with that id was deleted, the new one replaces its
 * receipt and continues its generations, so that late news of the old one has an older generation, and its versions, so
 * that no writer with a row of the old one can write the new one.
 *
 * @param before the result of `find` for the id.
 * @returns undefined when the id is taken, also by a sandbox whose deletion is under way.
 */
export function creationOf(fresh: Sandbox, before: Sandbox | undefined): SandboxChange | undefined {
  if (!before) return { previous: null, next: fresh };
  if (!isTombstone(before)) return undefined;
  const generation = before.generation + 1;
  const transitions = fresh.transitions.map((transition) => ({ ...transition, generation }));
  const version = before.version + 1;
  return { previous: before, next: { ...fresh, generation, wanted_generation: generation, version, transitions } };
}
