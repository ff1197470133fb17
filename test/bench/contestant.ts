import type { Builds } from './builds.ts';
import { references } from './builds.ts';
import { emptyWorld, type World } from './stub/world.ts';
import type { Scene } from './subjects/scene.ts';
import type { Subject } from './subjects/subject.ts';
import { tables } from './tables.ts';

export interface Contestant {
  readonly name: string;
  readonly functionId: string;
  readonly module: string;
  readonly event: unknown;
  readonly world: World;
  readonly faultOf: Subject['faultOf'];
}

export const nameOf = (build: 'shipped' | 'plain' | 'references', id: string) => `${build}/${id}`;

/** Both builds of every function, side by side, and the references. */
export function contestantsOf(subjects: readonly Subject[], builds: Builds, scene: Scene): readonly Contestant[] {
  const functions = subjects.flatMap(({ id, event, world, faultOf }) =>
    (['shipped', 'plain'] as const).map((build) => ({
      name: nameOf(build, id),
      functionId: id,
      module: builds.moduleOf(build, id),
      event,
      world,
      faultOf,
    })),
  );
  return [...functions, ...references.map((id) => referenceOf(id, builds, scene))];
}

/** The floor reads one row, which the empty handler ignores. */
function referenceOf(id: (typeof references)[number], builds: Builds, { running, settled }: Scene): Contestant {
  const key = { owner_id: { S: running.owner_id }, sandbox_id: { S: running.sandbox_id } };
  const expected = id === 'floor' ? 'dynamodb:GetItem' : '';
  return {
    name: nameOf('references', id),
    functionId: id,
    module: builds.moduleOf('references', id),
    event: { table: tables.SANDBOXES_TABLE.name, key },
    world: id === 'floor' ? settled : emptyWorld,
    faultOf: (answer, calls) =>
      Object(answer).statusCode === 200 && calls.join() === expected ? undefined : JSON.stringify({ answer, calls }),
  };
}
