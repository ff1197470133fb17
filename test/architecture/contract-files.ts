import { globSync } from 'node:fs';
import { join } from 'node:path';
import { areas } from '../../shared/contract/endpoint/areas.ts';
import type { Endpoint } from '../../shared/contract/endpoint/endpoint.ts';
import { root } from './import-graph.ts';

/** The endpoints of each contract file, including those that are missing from the route table. */
export async function describedEndpoints(): Promise<ReadonlyMap<string, readonly Endpoint[]>> {
  const names = areas.flatMap((area) => globSync(`shared/contract/${area}/*.ts`, { cwd: root }));
  return new Map(
    await Promise.all(
      names.toSorted().map(async (file) => {
        const values = Object.values(await import(join(root, file)));
        return [file, values.filter(isEndpoint)] as const;
      }),
    ),
  );
}

function isEndpoint(value: unknown): value is Endpoint {
  return typeof value === 'object' && value !== null && ['id', 'area', 'method', 'path'].every((key) => key in value);
}
