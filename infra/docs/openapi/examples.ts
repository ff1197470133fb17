import { exampleOf } from './example-of.ts';
import { exampleRequests } from './example-requests.ts';
import type { Components, JsonSchema } from './json-schema.ts';

interface MediaType {
  readonly schema?: JsonSchema;
  readonly example?: unknown;
  readonly examples?: unknown;
}

type Content = Readonly<Record<string, MediaType>>;

interface Parameter {
  readonly in?: string;
  readonly schema?: JsonSchema;
}

interface Operation {
  readonly operationId: string;
  readonly parameters?: readonly Parameter[];
  readonly requestBody?: { readonly content: Content };
  readonly responses: Readonly<Record<string, { readonly content?: Content }>>;
}

type PathItem = Readonly<Record<string, Operation>>;

interface Document {
  readonly paths?: Readonly<Record<string, PathItem>>;
  readonly webhooks?: Readonly<Record<string, PathItem>>;
  readonly components?: Components;
}

/** The document with an example of every body, and with the form of lists in a query. */
export function withExamples<D extends object>(document: D): D {
  const { paths = {}, webhooks = {}, components = {} } = document as Document;
  const inOperation = (operation: Operation): Operation => ({
    ...operation,
    ...(operation.parameters ? { parameters: operation.parameters.map(withForm) } : {}),
    ...(operation.requestBody ? { requestBody: requestBody(operation, components) } : {}),
    responses: mapped(operation.responses, (response) =>
      response.content
        ? { ...response, content: mapped(response.content, (type) => answer(type, components)) }
        : response,
    ),
  });
  const inPaths = (items: Readonly<Record<string, PathItem>>) => mapped(items, (item) => mapped(item, inOperation));
  return { ...document, paths: inPaths(paths), webhooks: inPaths(webhooks) };
}

/** Exploded lists are OpenAPI's default, but some generators need it stated. */
function withForm(parameter: Parameter): Parameter {
  const isList = parameter.in === 'query' && parameter.schema?.type === 'array';
  return isList ? { ...parameter, ...{ style: 'form', explode: true } } : parameter;
}

function requestBody({ operationId, requestBody }: Operation, components: Components): Operation['requestBody'] {
  const own = exampleRequests[operationId];
  return {
    ...requestBody,
    content: mapped(requestBody?.content ?? {}, (type) => ({
      ...type,
      example: own ?? request(type.schema ?? {}, components),
    })),
  };
}

/** The required members or, if there are none, the optional ones. */
function request(schema: JsonSchema, components: Components): unknown {
  const needed = exampleOf(schema, components, false);
  const isEmpty = typeof needed === 'object' && needed !== null && Object.keys(needed).length === 0;
  return isEmpty ? exampleOf(schema, components, true) : needed;
}

function answer(type: MediaType, components: Components): MediaType {
  if (!type.schema || type.example !== undefined || type.examples !== undefined) return type;
  return { ...type, example: exampleOf(type.schema, components, true) };
}

function mapped<T, U>(record: Readonly<Record<string, T>>, change: (value: T) => U): Record<string, U> {
  return Object.fromEntries(Object.entries(record).map(([name, value]) => [name, change(value)]));
}
