import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { PROJECT_ROOT } from './local-service.ts';

interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required?: boolean;
}

export interface Route {
  readonly method: string;
  readonly path: string;
  readonly needsKey: boolean;
  readonly needsSandboxKey: boolean;
  readonly parameters: readonly Parameter[];
  readonly hasBody: boolean;
  readonly takesForm: boolean;
  /** Whether a request without a body is refused. */
  readonly needsBody: boolean;
  readonly takesBytes: boolean;
  readonly isLegacy: boolean;
  readonly statuses: readonly number[];
}

interface Operation {
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Readonly<Record<string, unknown>> };
  readonly deprecated?: boolean;
  readonly responses: Readonly<Record<string, unknown>>;
}

interface Document {
  readonly paths: Readonly<Record<string, Readonly<Record<string, Operation>>>>;
  readonly components: { readonly parameters: Readonly<Record<string, Parameter>> };
}

const document: Document = JSON.parse(await readFile(join(PROJECT_ROOT, 'docs', 'openapi.json'), 'utf8'));

export const routes: readonly Route[] = Object.entries(document.paths).flatMap(([path, operations]) =>
  Object.entries(operations).map(([method, operation]) => ({
    method: method.toUpperCase(),
    path,
    needsKey: isOpenedBy('sessionApiKey', operation),
    needsSandboxKey:
      isOpenedBy('sandboxKey', operation) || isOpenedBy('deliveryKey', operation) || isOpenedBy('modelKey', operation),
    parameters: (operation.parameters ?? []).map(named),
    hasBody: operation.requestBody !== undefined,
    takesForm: 'application/x-www-form-urlencoded' in (operation.requestBody?.content ?? {}),
    needsBody: operation.requestBody?.required === true,
    takesBytes: 'application/octet-stream' in (operation.requestBody?.content ?? {}),
    isLegacy: operation.deprecated === true,
    statuses: Object.keys(operation.responses).map(Number),
  })),
);

function named(parameter: Parameter | { readonly $ref: string }): Parameter {
  if (!('$ref' in parameter)) return parameter;
  const found = document.components.parameters[parameter.$ref.replace('#/components/parameters/', '')];
  if (!found) throw new Error(`${parameter.$ref} leads nowhere.`);
  return found;
}

function isOpenedBy(scheme: string, { security = [] }: Operation): boolean {
  return security.some((one) => scheme in one);
}
