import type { JsonSchema } from '../openapi/json-schema.ts';

/** What is compared of an OpenAPI document. */
export interface Described {
  readonly paths?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly webhooks?: Readonly<Record<string, Readonly<Record<string, DescribedOperation>>>>;
  readonly components?: Readonly<Record<string, Readonly<Record<string, unknown>>>>;
}

export interface DescribedOperation {
  readonly security?: readonly Readonly<Record<string, readonly string[]>>[];
  readonly parameters?: readonly (DescribedParameter | Reference)[];
  readonly requestBody?: { readonly required?: boolean; readonly content: DescribedContent };
  readonly responses: Readonly<Record<string, DescribedResponse | Reference>>;
}

export interface DescribedParameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly schema?: JsonSchema;
}

export interface DescribedResponse {
  readonly headers?: Readonly<Record<string, unknown>>;
  readonly content?: DescribedContent;
}

export type DescribedContent = Readonly<Record<string, { readonly schema?: JsonSchema }>>;

export interface Reference {
  readonly $ref: string;
}

/** What a reference within a document leads to; what is none is itself. @throws when it leads nowhere. */
export function resolved<T extends object>(value: T | Reference, document: Described): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const found = document.components?.[kind]?.[name];
  if (found === undefined) throw new Error(`${value.$ref} leads nowhere.`);
  return resolved(found as T, document);
}
