import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from './local-service.ts';

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
}

/** One route of the published interface. */
export interface Route {
  readonly method: string;
  readonly path: string;
  readonly needsKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  readonly statuses: readonly number[];
}

interface Operation {
  readonly security?: readonly unknown[];
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: unknown;
  readonly responses: Readonly<Record<string, unknown>>;
}

const document: { paths: Record<string, Record<string, Operation>> } = JSON.parse(
  await readFile(join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8'),
);

/** Every route of the published interface, so that tests over all routes cannot forget a new one. */
export const routes: readonly Route[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    needsKey: (operation.security ?? []).length > 0,
    parameters: operation.parameters ?? [],
    hasBody: operation.requestBody !== undefined,
    statuses: Object.keys(operation.responses).map(Number),
  })),
);
