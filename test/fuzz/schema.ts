/** The part of JSON Schema (draft 2020-12) that docs/openapi.json uses. `true` allows any value, `false` none. */
export type Schema = boolean | SchemaObject;

export interface SchemaObject {
  readonly $ref?: string;
  readonly type?: string | readonly string[];
  readonly const?: unknown;
  readonly enum?: readonly unknown[];
  readonly anyOf?: readonly Schema[];
  readonly oneOf?: readonly Schema[];
  readonly allOf?: readonly Schema[];
  readonly not?: Schema;
  readonly pattern?: string;
  readonly format?: string;
  readonly minLength?: number;
  readonly maxLength?: number;
  readonly contentSchema?: Schema;
  readonly minimum?: number;
  readonly maximum?: number;
  readonly exclusiveMinimum?: number;
  readonly exclusiveMaximum?: number;
  readonly items?: Schema;
  readonly prefixItems?: readonly Schema[];
  readonly minItems?: number;
  readonly maxItems?: number;
  readonly properties?: Readonly<Record<string, Schema>>;
  readonly required?: readonly string[];
  readonly additionalProperties?: Schema;
  readonly propertyNames?: Schema;
  readonly minProperties?: number;
  readonly maxProperties?: number;
}

/** Resolves a reference of the document. */
export type Resolve = (reference: string) => Schema;

/** Keywords without effect on the validation. Other unsupported keywords fail the run. */
const DESCRIPTIONS: ReadonlySet<string> = new Set([
  ...['description', 'example', 'examples', 'default', 'title', 'deprecated', 'discriminator'],
  ...['contentMediaType', 'contentEncoding'],
  ...['id', 'propertyNames', 'additionalProperties', 'contentSchema', '$ref'],
]);

/** Why and where a value violates a schema, or undefined. */
export function violation(schema: Schema, value: unknown, resolve: Resolve, at = ''): string | undefined {
  if (schema === true) return undefined;
  if (schema === false) return `${at || 'the value'} may not be there`;
  const target = schema.$ref === undefined ? undefined : resolve(schema.$ref);
  const inner = target === undefined ? undefined : violation(target, value, resolve, at);
  if (inner !== undefined) return inner;
  for (const [keyword, argument] of Object.entries(schema)) {
    const check = checks[keyword];
    if (check === undefined) {
      if (DESCRIPTIONS.has(keyword)) continue;
      throw new Error(`test/fuzz/schema.ts does not support the keyword ${keyword}.`);
    }
    const problem = check(argument as never, value, { schema, resolve, at });
    if (problem !== undefined) return `${at || 'the value'} ${problem}`.replace(/^.* (\/.*)$/s, '$1');
  }
  return isRecord(value) ? membersOf(schema, value, resolve, at) : undefined;
}

interface Place {
  readonly schema: SchemaObject;
  readonly resolve: Resolve;
  readonly at: string;
}

type Check = (argument: never, value: unknown, place: Place) => string | undefined;

const unless = (holds: boolean, problem: string) => (holds ? undefined : problem);
const same = (a: unknown, b: unknown) => JSON.stringify(a) === JSON.stringify(b);
const lengthOf = (text: string) => [...text].length;

const checks: Readonly<Record<string, Check>> = {
  type: (types: string | readonly string[], value) =>
    unless(
      [types].flat().some((type) => isOf(type, value)),
      `is no ${[types].flat().join(' or ')}`,
    ),
  const: (only: unknown, value) => unless(same(only, value), `is not ${JSON.stringify(only)}`),
  enum: (values: readonly unknown[], value) =>
    unless(
      values.some((one) => same(one, value)),
      'is none of its values',
    ),
  anyOf: (all: readonly Schema[], value, { resolve, at }) => {
    const problems = all.map((one) => violation(one, value, resolve, at));
    return unless(problems.includes(undefined), `fits nothing: ${problems.join(' | ')}`);
  },
  oneOf: (all: readonly Schema[], value, { resolve, at }) => {
    const problems = all.map((one) => violation(one, value, resolve, at));
    const fitting = problems.filter((problem) => problem === undefined).length;
    return unless(fitting === 1, `fits ${fitting} of ${all.length}: ${problems.join(' | ')}`);
  },
  allOf: (all: readonly Schema[], value, { resolve, at }) => first(all, (one) => violation(one, value, resolve, at)),
  not: (other: Schema, value, { resolve, at }) =>
    unless(violation(other, value, resolve, at) !== undefined, 'is what it must not be'),
  pattern: ofTexts((pattern: string, text) => unless(regexOf(pattern).test(text), `does not match ${pattern}`)),
  format: ofTexts((format: string, text) => unless(formats[format]?.(text) ?? true, `is no ${format}`)),
  minLength: ofTexts((least: number, text) => unless(lengthOf(text) >= least, `is shorter than ${least}`)),
  maxLength: ofTexts((most: number, text) => unless(lengthOf(text) <= most, `is longer than ${most}`)),
  minimum: ofNumbers((least, number) => unless(number >= least, `is below ${least}`)),
  maximum: ofNumbers((most, number) => unless(number <= most, `is above ${most}`)),
  exclusiveMinimum: ofNumbers((least, number) => unless(number > least, `is not above ${least}`)),
  exclusiveMaximum: ofNumbers((most, number) => unless(number < most, `is not below ${most}`)),
  items: ofLists((items: Schema, list, { schema, resolve, at }) =>
    first(list.slice(schema.prefixItems?.length ?? 0), (item, index) =>
      violation(items, item, resolve, `${at}/${index}`),
    ),
  ),
  prefixItems: ofLists((items: readonly Schema[], list, { resolve, at }) =>
    first(items.slice(0, list.length), (item, index) => violation(item, list[index], resolve, `${at}/${index}`)),
  ),
  minItems: ofLists((least: number, list) => unless(list.length >= least, `has fewer than ${least} items`)),
  maxItems: ofLists((most: number, list) => unless(list.length <= most, `has more than ${most} items`)),
  properties: () => undefined,
  required: ofRecords((names: readonly string[], record) =>
    first(names, (name) => unless(Object.hasOwn(record, name), `lacks ${name}`)),
  ),
  minProperties: ofRecords((least: number, record) =>
    unless(Object.keys(record).length >= least, 'has too few fields'),
  ),
  maxProperties: ofRecords((most: number, record) => unless(Object.keys(record).length <= most, 'has too many fields')),
};

/** The format of Internet dates, without leap seconds. */
const DATE_TIME =
  /^\d{4}-(?:0[1-9]|1[0-2])-(?:0[1-9]|[12]\d|3[01])[Tt](?:[01]\d|2[0-3]):[0-5]\d:[0-5]\d(?:\.\d+)?(?:[Zz]|[+-](?:[01]\d|2[0-3]):[0-5]\d)$/;

const formats: Readonly<Record<string, (text: string) => boolean>> = {
  'date-time': (text) => DATE_TIME.test(text) && !Number.isNaN(Date.parse(text)),
  date: (text) => /^\d{4}-\d\d-\d\d$/.test(text) && !Number.isNaN(Date.parse(text)),
  uri: (text) => /^[a-z][a-z0-9+.-]*:[^\s"<>\\^`{|}]*$/i.test(text) && URL.canParse(text),
};

function membersOf(
  { properties = {}, additionalProperties = true, propertyNames = true }: SchemaObject,
  record: Readonly<Record<string, unknown>>,
  resolve: Resolve,
  at: string,
): string | undefined {
  return first(Object.entries(record), ([name, member]) => {
    const place = `${at}/${name}`;
    const known = Object.hasOwn(properties, name) ? properties[name] : undefined;
    return (
      violation(propertyNames, name, resolve, `${place} (its name)`) ??
      violation(known ?? additionalProperties, member, resolve, place)
    );
  });
}

const regexes = new Map<string, RegExp>();

function regexOf(pattern: string): RegExp {
  const known = regexes.get(pattern) ?? new RegExp(pattern, 'u');
  regexes.set(pattern, known);
  return known;
}

function isOf(type: string, value: unknown): boolean {
  if (type === 'null') return value === null;
  if (type === 'array') return Array.isArray(value);
  if (type === 'object') return isRecord(value);
  if (type === 'integer') return Number.isInteger(value);
  return typeof value === type;
}

export function isRecord(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}

function first<T>(all: readonly T[], look: (one: T, index: number) => string | undefined): string | undefined {
  for (const [index, one] of all.entries()) {
    const problem = look(one, index);
    if (problem !== undefined) return problem;
  }
  return undefined;
}

function ofTexts<A>(check: (argument: A, text: string) => string | undefined): Check {
  return (argument, value) => (typeof value === 'string' ? check(argument, value) : undefined);
}

function ofNumbers(check: (argument: number, value: number) => string | undefined): Check {
  return (argument, value) => (typeof value === 'number' ? check(argument, value) : undefined);
}

function ofLists<A>(check: (argument: A, list: readonly unknown[], place: Place) => string | undefined): Check {
  return (argument, value, place) => (Array.isArray(value) ? check(argument, value, place) : undefined);
}

function ofRecords<A>(
  check: (argument: A, record: Readonly<Record<string, unknown>>, place: Place) => string | undefined,
): Check {
  return (argument, value, place) => (isRecord(value) ? check(argument, value, place) : undefined);
}
