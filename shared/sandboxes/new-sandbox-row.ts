import { isTombstone, type Sandbox } from './sandbox.ts';
import type { SandboxChange } from './sandbox-store.ts';

/**
 * The change by which a sandbox comes to be under its id. Where another one of that id was deleted, the new one takes the place of the receipt and goes on behind it:
 * in its generations, so that late news of the old one is news of the past, and in its versions, so that whoever still holds a row of the old one cannot write it.
 *
 * @param before what `find` says of the id.
 * @returns undefined when the id is taken, be it by a sandbox whose deletion is under way.
 */
export function creationOf(fresh: Sandbox, before: Sandbox | undefined): SandboxChange | undefined {
  if (!before) return { previous: null, next: fresh };
  if (!isTombstone(before)) return undefined;
  const generation = before.generation + 1;
  const transitions = fresh.transitions.map((transition) => ({ ...transition, generation }));
  const version = before.version + 1;
  return { previous: before, next: { ...fresh, generation, wanted_generation: generation, version, transitions } };
}
