import { globSync } from 'node:fs';
import { basename, join } from 'node:path';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { root } from './import-graph.ts';

export const generalContractFiles: readonly string[] = [
  'areas',
  'caller',
  'endpoint',
  'error-codes',
  'index',
  'workers',
];

/** Every endpoint that a contract file describes, by the name of the file, whether the route table names it or not. */
export async function describedEndpoints(): Promise<ReadonlyMap<string, readonly Endpoint[]>> {
  const names = globSync('shared/contract/*.ts', { cwd: root }).map((file) => basename(file, '.ts'));
  const areas = names.filter((name) => !generalContractFiles.includes(name)).toSorted();
  return new Map(
    await Promise.all(
      areas.map(async (name) => {
        const values = Object.values(await import(join(root, `shared/contract/${name}.ts`)));
        return [name, values.filter(isEndpoint)] as const;
      }),
    ),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['id', 'area', 'method', 'path'].every((key) => key in value);
}
