import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { Resolve, Schema, SchemaObject } from './schema.ts';

const FILE = join(import.meta.dirname, '../../docs/openapi.json');

export interface Parameter {
  readonly in: 'path' | 'query' | 'header';
  readonly name: string;
  readonly required: boolean;
  readonly schema: SchemaObject;
}

export type Content = Readonly<Record<string, { readonly schema?: Schema }>>;

export interface DocumentedAnswer {
  readonly headers: readonly string[];
  readonly content: Content;
}

/** An operation of the document, with all references resolved except those of schemas. */
export interface Operation {
  readonly id: string;
  readonly method: string;
  readonly path: string;
  /** The required credential: an API key, the session key of a sandbox, or none. */
  readonly access: 'key' | 'sandbox' | 'delivery' | 'open';
  readonly parameters: readonly Parameter[];
  readonly body: { readonly required: boolean; readonly content: Content } | undefined;
  readonly answers: Readonly<Record<string, DocumentedAnswer>>;
  /** Documented refusals of requests that satisfy the schemas, by error type or code. */
  readonly refusals: ReadonlySet<string>;
}

export interface Document {
  readonly operations: readonly Operation[];
  readonly resolve: Resolve;
}

interface RawAnswer {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: Content;
}

interface RawOperation {
  readonly operationId: string;
  readonly security?: readonly Readonly<Record<string, unknown>>[];
  readonly parameters?: readonly (Parameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: Content };
  readonly responses: Readonly<Record<string, RawAnswer | Reference>>;
  readonly 'x-refusals'?: Readonly<Record<string, string>>;
}

interface Reference {
  readonly $ref: string;
}

interface RawDocument {
  readonly paths: Readonly<Record<string, Readonly<Record<string, RawOperation>>>>;
}

/** The committed document, which callers read. */
export async function readDocument(): Promise<Document> {
  const raw: RawDocument = JSON.parse(await readFile(FILE, 'utf8'));
  const follow = <T extends object>(value: T | Reference): T =>
    ('$ref' in value && typeof value.$ref === 'string' ? memberOf(raw, value.$ref) : value) as T;
  const operations = Object.entries(raw.paths).flatMap(([path, item]) =>
    Object.entries(item)
      // The answers of the model broker are those of providers.
      .filter(([, { security = [] }]) => !security.some((one) => 'modelKey' in one))
      .map(([method, operation]) => operationOf(path, method, operation, follow)),
  );
  return { operations, resolve: (reference) => memberOf(raw, reference) as Schema };
}

function accessOf(schemes: ReadonlySet<string>): Operation['access'] {
  if (schemes.has('deliveryKey')) return 'delivery';
  if (schemes.has('sandboxKey')) return 'sandbox';
  return schemes.has('sessionApiKey') ? 'key' : 'open';
}

function operationOf(
  path: string,
  method: string,
  { operationId, security = [], parameters = [], requestBody, responses, 'x-refusals': refusals = {} }: RawOperation,
  follow: <T extends object>(value: T | Reference) => T,
): Operation {
  const schemes = new Set(security.flatMap((one) => Object.keys(one)));
  return {
    id: operationId,
    method: method.toUpperCase(),
    path,
    access: accessOf(schemes),
    parameters: parameters
      .map((one) => follow<Parameter>(one))
      .map((one) => ({ ...one, required: one.required === true })),
    body: requestBody && { required: requestBody.required === true, content: requestBody.content },
    answers: Object.fromEntries(
      Object.entries(responses).map(([status, answer]) => {
        const { headers = {}, content = {} } = follow<RawAnswer>(answer);
        return [status, { headers: Object.keys(headers), content }];
      }),
    ),
    refusals: new Set(Object.keys(refusals)),
  };
}

/** @throws for an unknown reference */
function memberOf(document: object, reference: string): unknown {
  const names = reference.replace(/^#\//, '').split('/');
  let found: unknown = document;
  for (const name of names) found = (found as Readonly<Record<string, unknown>> | undefined)?.[name];
  if (found === undefined) throw new Error(`The reference ${reference} is unknown.`);
  return found;
}
