import type { Exposure } from './exposed-tools.ts';
import { CONTENT_ARGUMENT, headerSchemas, KEY_ARGUMENT, rangeArguments } from './header-arguments.ts';
import type { Schema, Tool, ToolEndpoint, ToolView } from './tool.ts';

/** The parts of the OpenAPI document that tools are made of. */
export interface Document {
  readonly paths: Readonly<Record<string, object>>;
  readonly components: { readonly schemas?: object };
}

interface Operation {
  readonly operationId: string;
  readonly summary: string;
  readonly description: string;
  readonly security?: readonly { readonly bearer?: readonly string[] }[];
  readonly parameters?: readonly (Parameter | { readonly $ref: string })[];
  readonly requestBody?: {
    readonly required?: boolean;
    readonly content: Readonly<Record<string, { schema: Schema }>>;
  };
}

interface Parameter {
  readonly in: string;
  readonly name: string;
  readonly required?: boolean;
  readonly description?: string;
  readonly schema: Schema;
}

const KEY_PARAMETER = '#/components/parameters/IdempotencyKey';
const RANGE_PARAMETER = '#/components/parameters/Range';

/**
 * The tools of the exposed endpoints, in the order of the exposures.
 *
 * @throws for an id that the document does not have, and for parameters and fields of one name
 */
export function toolsOfDocument(document: Document, exposures: Readonly<Record<string, Exposure>>): readonly Tool[] {
  const operations = new Map(
    Object.entries(document.paths).flatMap(([path, methods]) =>
      Object.entries<Operation>({ ...methods }).map(([method, operation]) => [
        operation.operationId,
        { method: method.toUpperCase(), path, operation },
      ]),
    ),
  );
  return Object.entries(exposures).map(([id, exposure]) => {
    const found = operations.get(id);
    if (!found) throw new Error(`the tool ${exposure.name} needs the endpoint ${id}, which does not exist`);
    return toolOf(found, exposure, document);
  });
}

interface Found {
  readonly method: string;
  readonly path: string;
  readonly operation: Operation;
}

function toolOf({ method, path, operation }: Found, exposure: Exposure, document: Document): Tool {
  const { hidden = [], required = [] } = exposure;
  const parameters = (operation.parameters ?? []).filter((one): one is Parameter => 'in' in one);
  const refersTo = ($ref: string) => (operation.parameters ?? []).some((one) => '$ref' in one && one.$ref === $ref);
  const [takesKey, takesRange] = [refersTo(KEY_PARAMETER), refersTo(RANGE_PARAMETER)];
  const body = bodyOf(operation, document);
  const isBytes = operation.requestBody !== undefined && body === undefined;
  const ofHeaders = [
    ...(isBytes ? [CONTENT_ARGUMENT] : []),
    ...(takesRange ? Object.values(rangeArguments) : []),
    ...(takesKey ? [KEY_ARGUMENT] : []),
  ];
  const arguments_ = [
    ...parameters.map(({ name, schema, description, required }) => ({
      name,
      schema: { ...schema, ...(description === undefined ? {} : { description }) },
      isRequired: required === true,
    })),
    ...Object.entries(body?.properties ?? {}).map(([name, schema]) => ({
      name,
      schema,
      isRequired: body?.required?.includes(name) === true,
    })),
    ...ofHeaders.map((name) => ({
      name,
      schema: headerSchemas[name] ?? {},
      isRequired: name === CONTENT_ARGUMENT,
    })),
  ].filter(({ name }) => !hidden.includes(name));
  const names = arguments_.map(({ name }) => name);
  const clash = names.find((name, index) => names.indexOf(name) !== index);
  if (clash !== undefined) throw new Error(`the tool ${exposure.name} has two arguments with the name ${clash}`);
  const view: ToolView = {
    name: exposure.name,
    title: operation.summary,
    description: descriptionOf(operation, exposure),
    inputSchema: {
      type: 'object',
      properties: Object.fromEntries(arguments_.map(({ name, schema }) => [name, plain(schema, document)])),
      required: arguments_.flatMap(({ name, isRequired }) => (isRequired || required.includes(name) ? [name] : [])),
      additionalProperties: false,
    },
    annotations: annotationsOf(method, takesKey, exposure),
  };
  const endpoint: ToolEndpoint = {
    method,
    path,
    scope: operation.security?.flatMap(({ bearer = [] }) => bearer).at(0) ?? null,
    query: parameters.filter((one) => one.in === 'query').map(({ name }) => name),
    body: isBytes ? 'bytes' : body ? 'json' : 'none',
    takesKey,
    takesRange,
  };
  return { view, endpoint };
}

interface ObjectSchema {
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
}

/** @throws for a body that is not an object, whose fields could not be arguments */
function bodyOf({ operationId, requestBody }: Operation, document: Document): ObjectSchema | undefined {
  const schema = requestBody?.content['application/json']?.schema;
  if (schema === undefined) return undefined;
  const { type, ...body } = resolved(schema, document) as ObjectSchema & { readonly type?: string };
  if (type !== 'object') throw new Error(`the body of ${operationId} is not an object, so it cannot be a tool`);
  return body;
}

/** Models need neither the scope, which the list of tools obeys, nor the header, nor failures of hidden fields. */
function descriptionOf({ summary, description }: Operation, { description: own, hint, hidden = [] }: Exposure): string {
  const sentences = (own ?? description).split(/(?<=\.) /).filter((sentence) => {
    const isOfHidden = /^Fails with /.test(sentence) && hidden.some((name) => sentence.includes(`\`${name}\``));
    return !isOfHidden && !OF_CALLERS.test(sentence);
  });
  return [`${summary}.`, ...sentences, ...(hint === undefined ? [] : [hint])].join(' ');
}

const OF_CALLERS =
  /^(Requires the scope |Any valid API key can call this|Safe to repeat with the same Idempotency-Key)/;

/** POSTs without an Idempotency-Key set a value, so that a second time changes nothing. */
function annotationsOf(
  method: string,
  takesKey: boolean,
  { destructive, openWorld }: Exposure,
): ToolView['annotations'] {
  const isRead = method === 'GET';
  return {
    readOnlyHint: isRead,
    destructiveHint: destructive === true || (!isRead && method !== 'POST'),
    idempotentHint: !takesKey,
    openWorldHint: openWorld === true,
  };
}

/** Keywords that some providers of models refuse. The endpoint checks them anyway. */
const LEFT_OUT: ReadonlySet<string> = new Set(['pattern', 'not', 'example', 'examples']);

/** The schema without references and patterns. */
function plain(schema: Schema, document: Document, open: readonly string[] = []): Schema {
  const { $ref } = schema;
  // A value that contains itself can be any object from the second level on.
  if (typeof $ref === 'string' && open.includes($ref)) return { type: 'object' };
  const inside = typeof $ref === 'string' ? [...open, $ref] : open;
  const simplify = (value: unknown): unknown => {
    if (Array.isArray(value)) return value.map(simplify);
    return isSchema(value) ? plain(value, document, inside) : value;
  };
  const entries = Object.entries(resolved(schema, document)).filter(
    ([keyword, value]) =>
      !LEFT_OUT.has(keyword) &&
      !(keyword === 'format' && value === 'opaque') &&
      !(keyword === 'allOf' && arePatterns(value)),
  );
  return Object.fromEntries(
    entries.map(([keyword, value]) => [
      keyword,
      keyword === 'properties' ? mapped(value as Readonly<Record<string, Schema>>, simplify) : simplify(value),
    ]),
  );
}

function mapped(properties: Readonly<Record<string, Schema>>, change: (schema: Schema) => unknown) {
  return Object.fromEntries(Object.entries(properties).map(([name, schema]) => [name, change(schema)]));
}

/** Several patterns of one text. */
function arePatterns(value: unknown): boolean {
  return Array.isArray(value) && value.every((part) => isSchema(part) && Object.keys(part).join() === 'pattern');
}

/** The schema that a reference names, with the keywords beside the reference. */
function resolved({ $ref, ...beside }: Schema, { components }: Document): Schema {
  if (typeof $ref !== 'string') return beside;
  const found = ({ ...components.schemas } as Readonly<Record<string, Schema>>)[$ref.split('/').at(-1) ?? ''];
  if (!found) throw new Error(`${$ref} leads nowhere`);
  return { ...found, ...beside };
}

function isSchema(value: unknown): value is Schema {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
