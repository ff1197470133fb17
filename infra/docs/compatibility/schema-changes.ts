import type { JsonSchema } from '../openapi/json-schema.ts';
import type { Described } from './described.ts';
import { changedLimits } from './limit-changes.ts';
import { kindOf, variantsOf } from './variants.ts';

/** `taken`: what callers send, and nothing less may be accepted. `given`: what they get, and it stays. */
export type Direction = 'taken' | 'given';

export interface Comparison {
  readonly before: Described;
  readonly after: Described;
  readonly direction: Direction;
  /** Pairs of references that are being compared: a schema may hold itself. */
  readonly open: ReadonlySet<string>;
}

/** What breaks callers between two forms of one schema, in sentences that begin with the place. */
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

/** Nothing where one of the others matches; else what is wrong with the one of the same kind, or that there is none. */
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

/** Whether every value of one kind is of the other. */
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
    if (!next) return [`${place}: is gone`];
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
