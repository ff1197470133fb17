import { textRules } from '../../../shared/contract/shapes/text.ts';
import type { JsonSchema } from '../openapi/json-schema.ts';
import { widerPatterns } from './accepted-changes.ts';

/** `taken`: what clients send, which must remain accepted. `given`: what they receive, which must not change. */
export type Direction = 'taken' | 'given';

interface Comparison {
  readonly before: Described;
  readonly after: Described;
  readonly direction: Direction;
  /** Pairs of references under comparison, as schemas can be recursive. */
  readonly open: ReadonlySet<string>;
}

/** Breaking changes of a schema, in sentences that begin with the place. */
export function schemaChanges(
  before: JsonSchema,
  after: JsonSchema,
  where: string,
  comparison: Comparison,
): readonly string[] {
  const pair = `${before.$ref} ${after.$ref}`;
  if (comparison.open.has(pair)) return [];
  const isPair = before.$ref !== undefined || after.$ref !== undefined;
  const inner = isPair ? { ...comparison, open: new Set([...comparison.open, pair]) } : comparison;
  const [old, now] = [variantsOf(before, comparison.before), variantsOf(after, comparison.after)];
  if (old.length === 1 && now.length === 1)
    return old.flatMap((one) => now.flatMap((two) => oneToOne(one, two, where, inner)));
  return inner.direction === 'given'
    ? now.flatMap((two) =>
        withoutMatch(two, old, (one) => oneToOne(one, two, where, inner), `${where}: may now be ${kindOf(two)}`),
      )
    : old.flatMap((one) =>
        withoutMatch(one, now, (two) => oneToOne(one, two, where, inner), `${where}: can no longer be ${kindOf(one)}`),
      );
}

/** No change if an alternative matches; otherwise the changes to the closest one of the same kind, or `missing`. */
function withoutMatch(
  variant: JsonSchema,
  others: readonly JsonSchema[],
  compare: (other: JsonSchema) => readonly string[],
  missing: string,
): readonly string[] {
  const results = others.map((other) => ({ other, changes: compare(other) }));
  if (results.some(({ changes }) => changes.length === 0)) return [];
  const alike = results.filter(({ other }) => kindOf(other) === kindOf(variant));
  return alike.toSorted((a, b) => a.changes.length - b.changes.length)[0]?.changes ?? [missing];
}

function oneToOne(before: JsonSchema, after: JsonSchema, where: string, comparison: Comparison): readonly string[] {
  const { direction } = comparison;
  const [old, now] = [kindOf(before), kindOf(after)];
  if (old !== now && !isWithin(direction === 'given' ? now : old, direction === 'given' ? old : now)) {
    return [`${where}: was ${old}, is ${now}`];
  }
  return [
    ...changedValues(before, after, where, direction),
    ...(direction === 'taken' ? changedLimits(before, after, where) : []),
    ...(direction === 'given' && before.format !== undefined && before.format !== after.format
      ? [`${where}: is no longer of the format ${before.format}`]
      : []),
    ...memberChanges(before, after, where, comparison),
    ...(before.items && after.items ? schemaChanges(before.items, after.items, `${where}[]`, comparison) : []),
    ...otherMembers(before, after, where, comparison),
  ];
}

/** Whether every value of one kind also has the other. */
function isWithin(narrow: string, wide: string): boolean {
  return wide === 'anything' || (narrow === 'integer' && wide === 'number');
}

function changedValues(before: JsonSchema, after: JsonSchema, where: string, direction: Direction): readonly string[] {
  const [old, now] = [valuesOf(before), valuesOf(after)];
  if (old && now) {
    const gone = old.filter((value) => !now.includes(value));
    return gone.map((value) => `${where}: the value ${value} is gone`);
  }
  if (old && direction === 'given') return [`${where}: is no longer one of ${old.join(', ')}`];
  return now && direction === 'taken' ? [`${where}: has to be one of ${now.join(', ')}`] : [];
}

function valuesOf(schema: JsonSchema): readonly string[] | undefined {
  const values = schema.const === undefined ? schema.enum : [schema.const];
  return values?.map((value) => JSON.stringify(value));
}

function memberChanges(
  before: JsonSchema,
  after: JsonSchema,
  where: string,
  comparison: Comparison,
): readonly string[] {
  const [old, now] = [before.properties ?? {}, after.properties ?? {}];
  const changes = Object.entries(old).flatMap(([name, schema]) => {
    const place = `${where}.${name}`;
    const next = now[name];
    // A field that allowed nothing can be left out.
    if (next === undefined && !schema) return [];
    if (next === undefined) return [`${place}: is gone`];
    const isLoose =
      comparison.direction === 'given' && before.required?.includes(name) && !after.required?.includes(name);
    return [...(isLoose ? [`${place}: may now be missing`] : []), ...schemaChanges(schema, next, place, comparison)];
  });
  if (comparison.direction === 'given') return changes;
  const needed = (after.required ?? []).filter((name) => !before.required?.includes(name));
  return [...changes, ...needed.map((name) => `${where}.${name}: has to be sent`)];
}

function otherMembers(before: JsonSchema, after: JsonSchema, where: string, comparison: Comparison): readonly string[] {
  const [old, now] = [before.additionalProperties, after.additionalProperties];
  if (comparison.direction === 'taken' && old !== false && now === false && after.properties) {
    return [`${where}: unknown fields are refused`];
  }
  if (typeof old !== 'object' || typeof now !== 'object') return [];
  return schemaChanges(old, now, `${where}.*`, comparison);
}

/** The alternatives of a schema: without unions and type lists, with references resolved and `allOf` merged. */
function variantsOf(given: JsonSchema | boolean, document: Described): readonly JsonSchema[] {
  if (typeof given === 'boolean') return given ? [{}] : [];
  const schema = resolved<JsonSchema>(given, document);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) return choice.flatMap((one) => variantsOf(one, document));
  if (schema.allOf) return [together(schema, document)];
  if (typeof schema.type === 'object') return schema.type.map((type) => ({ ...schema, type }));
  return [schema];
}

function together({ allOf = [], ...own }: JsonSchema, document: Described): JsonSchema {
  const parts = [...allOf.flatMap((part) => variantsOf(part, document)), own];
  const properties = Object.assign({}, ...parts.map((part) => part.properties));
  return Object.assign({}, ...parts, { properties, required: parts.flatMap(({ required = [] }) => required) });
}

/** The type of a variant, or that of its values. */
function kindOf({ type, enum: values, const: only, properties }: JsonSchema): string {
  if (typeof type === 'string') return type;
  if (properties) return 'object';
  const value = only === undefined ? values?.[0] : only;
  if (value === undefined) return 'anything';
  return value === null ? 'null' : typeof value;
}

const most = ['maximum', 'maxLength', 'maxItems'] as const;
const least = ['minimum', 'minLength', 'minItems'] as const;

/** Limits that became stricter. */
function changedLimits(before: JsonSchema, after: JsonSchema, where: string): readonly string[] {
  const tooMuch = most.filter((name) => (after[name] ?? Infinity) < (before[name] ?? Infinity));
  const tooLittle = least.filter((name) => (after[name] ?? -Infinity) > (before[name] ?? -Infinity));
  return [
    ...[...tooMuch, ...tooLittle].map(
      (name) => `${where}: ${name} is ${after[name]}, was ${before[name] ?? 'not limited'}`,
    ),
    ...(after.pattern !== undefined &&
    after.pattern !== before.pattern &&
    !isNewRuleOfText(before, after) &&
    widerPatterns.get(before.pattern ?? '') !== after.pattern
      ? [`${where}: has to match ${after.pattern}`]
      : []),
    ...(after.format !== undefined && after.format !== before.format ? [`${where}: has to be a ${after.format}`] : []),
  ];
}

/** New rules that refuse only invalid texts, such as NUL in a name, break no client. */
function isNewRuleOfText(before: JsonSchema, { pattern }: JsonSchema): boolean {
  return before.pattern === undefined && pattern !== undefined && textRules.includes(pattern);
}

/** The compared parts of an OpenAPI document. */
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

interface Reference {
  readonly $ref: string;
}

/** Resolves a reference in a document. @throws when it leads nowhere */
export function resolved<T extends object>(value: T | Reference, document: Described): T {
  if (!('$ref' in value) || typeof value.$ref !== 'string') return value as T;
  const [, , kind = '', name = ''] = value.$ref.split('/');
  const found = document.components?.[kind]?.[name];
  if (found === undefined) throw new Error(`${value.$ref} leads nowhere.`);
  return resolved(found as T, document);
}
