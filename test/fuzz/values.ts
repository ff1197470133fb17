import * as fc from 'fast-check';
import { isRecord, type Resolve, type Schema, type SchemaObject, violation } from './schema.ts';
import { textsOf } from './texts.ts';

/** Values that exist in the service, by the names of fields and parameters. */
export type Known = Readonly<Record<string, readonly unknown[]>>;

/** The context in which the values of a request are created. */
export interface Making {
  readonly resolve: Resolve;
  readonly known: Known;
}

/** The depth from which optional parts are omitted. */
const DEEPEST = 6;

/** Attempts to find a value that satisfies a schema. A rarely satisfied schema needs its own generator here. */
const PATIENCE = 400;

/** Values that satisfy a schema. @param name of the field or parameter */
export function valuesOf(schema: Schema, name: string, making: Making, depth = 0): fc.Arbitrary<unknown> {
  const { resolve, known } = making;
  let tries = 0;
  const isValid = (value: unknown) => {
    const problem = violation(schema, value, resolve);
    tries = problem === undefined ? 0 : tries + 1;
    if (tries > PATIENCE) throw new Error(`${name}: no value of ${JSON.stringify(schema)} was found: it ${problem}`);
    return problem === undefined;
  };
  const hints = (known[name] ?? []).filter((value) => violation(schema, value, resolve) === undefined);
  const made = madeOf(schema, name, making, depth).filter(isValid);
  return hints.length === 0
    ? made
    : fc.oneof({ weight: 4, arbitrary: fc.constantFrom(...hints) }, { weight: 1, arbitrary: made });
}

function madeOf(given: Schema, name: string, making: Making, depth: number): fc.Arbitrary<unknown> {
  if (typeof given === 'boolean') return anyJson;
  const { $ref, ...own } = given;
  const target = $ref === undefined ? {} : making.resolve($ref);
  const schema: SchemaObject = { ...(target === true || target === false ? {} : target), ...own };
  if (schema.const !== undefined) return fc.constant(schema.const);
  if (schema.enum) return fc.constantFrom(...schema.enum);
  const choice = schema.anyOf ?? schema.oneOf;
  if (choice) {
    const { anyOf: _, oneOf: __, ...rest } = schema;
    return fc.oneof(...choice.map((one) => valuesOf(merged(rest, one, making), name, making, depth)));
  }
  const types = [schema.type ?? []].flat();
  if (types.length === 0 && (schema.properties || schema.required)) return objectsOf(schema, making, depth);
  if (types.length === 0) return anyJson;
  return fc.oneof(...types.map((type) => ofType(type, schema, name, making, depth)));
}

function ofType(
  type: string,
  schema: SchemaObject,
  name: string,
  making: Making,
  depth: number,
): fc.Arbitrary<unknown> {
  switch (type) {
    case 'string':
      return schema.contentSchema === undefined
        ? textsOf(schema)
        : valuesOf(schema.contentSchema, name, making, depth + 1).map((value) => JSON.stringify(value));
    case 'integer':
      return numbersOf(schema, true);
    case 'number':
      return fc.oneof(numbersOf(schema, true), numbersOf(schema, false));
    case 'boolean':
      return fc.boolean();
    case 'null':
      return fc.constant(null);
    case 'array':
      return listsOf(schema, name, making, depth);
    default:
      return objectsOf(schema, making, depth);
  }
}

function numbersOf({ minimum, maximum, exclusiveMinimum }: SchemaObject, isWhole: boolean): fc.Arbitrary<number> {
  const min = minimum ?? exclusiveMinimum ?? Number.MIN_SAFE_INTEGER;
  const max = maximum ?? Number.MAX_SAFE_INTEGER;
  const edges = fc.constantFrom(min, max);
  const small = Math.max(min, -1000);
  const whole = fc.oneof(fc.integer({ min: small, max: Math.min(max, Math.max(small, 1000)) }), edges);
  return isWhole ? whole : fc.double({ min, max, noNaN: true }).filter(isKept);
}

/** Numbers closer to zero are refused, as documented for each body. */
const isKept = (value: number) => value === 0 || Math.abs(value) >= 1e-100;

function listsOf(schema: SchemaObject, name: string, making: Making, depth: number): fc.Arbitrary<unknown> {
  const { items = true, minItems = 0, maxItems = 5 } = schema;
  const most = depth >= DEEPEST ? minItems : Math.min(maxItems, minItems + 3);
  // The name of an item is that of its list without the s.
  return fc.array(valuesOf(items, name.replace(/s$/, ''), making, depth + 1), { minLength: minItems, maxLength: most });
}

function objectsOf(schema: SchemaObject, making: Making, depth: number): fc.Arbitrary<unknown> {
  const { properties = {}, required = [], additionalProperties = true, propertyNames = true } = schema;
  const possible = Object.entries(properties).filter(
    ([name, one]) => one !== false && !isNothing(one) && (depth < DEEPEST || required.includes(name)),
  );
  const missing = required.filter((name) => !Object.hasOwn(properties, name));
  const members = Object.fromEntries(
    [...possible, ...missing.map((name) => [name, true] as const)].map(([name, one]) => [
      name,
      valuesOf(one, name, making, depth + 1),
    ]),
  );
  const base = fc.record(members, { requiredKeys: [...required] });
  if (additionalProperties === false || depth >= DEEPEST) return base;
  const names = valuesOf(
    propertyNames === true
      ? { type: 'string', minLength: 1, maxLength: 20 }
      : merged({ type: 'string' }, propertyNames, making),
    '',
    making,
  ).filter((name) => !['__proto__', 'constructor'].includes(String(name)) && !Object.hasOwn(properties, String(name)));
  const extras = fc.dictionary(names as fc.Arbitrary<string>, valuesOf(additionalProperties, '', making, depth + 1), {
    maxKeys: 2,
    noNullPrototype: true,
  });
  const isFree = Object.keys(properties).length === 0;
  return fc
    .tuple(base, fc.oneof({ weight: isFree ? 8 : 1, arbitrary: extras }, { weight: 4, arbitrary: fc.constant({}) }))
    .map(([own, others]) => ({ ...others, ...own }));
}

/** The combination of two schemas. */
function merged(base: SchemaObject, other: Schema, { resolve }: Making): SchemaObject {
  if (typeof other === 'boolean') return other ? base : { not: true };
  const { $ref, ...own } = other;
  const followed = $ref === undefined ? own : { ...(resolve($ref) as SchemaObject), ...own };
  return {
    ...base,
    ...followed,
    // The filter on the whole value checks fields that are in both.
    properties: { ...followed.properties, ...base.properties },
    required: [...new Set([...(base.required ?? []), ...(followed.required ?? [])])],
  };
}

/** Whether no value satisfies it. */
function isNothing(schema: Schema): boolean {
  return (
    typeof schema === 'object' &&
    schema.not !== undefined &&
    isRecord(schema.not) &&
    Object.keys(schema.not).length === 0
  );
}

const names = fc.string({ unit: 'grapheme-ascii', minLength: 1, maxLength: 8 }).filter((name) => name !== '__proto__');

/** Any JSON value. */
const anyJson: fc.Arbitrary<unknown> = fc.letrec((tie) => ({
  value: fc.oneof(
    { maxDepth: 3, depthSize: 'small' },
    fc.constantFrom(null, true, false, 0, -1, 1.5, ''),
    fc.string({ unit: 'grapheme', maxLength: 10 }),
    fc.array(tie('value'), { maxLength: 3 }),
    fc.dictionary(names, tie('value'), { maxKeys: 3, noNullPrototype: true }),
  ),
})).value;
