import type * as z from 'zod';
import { optionalEnv } from '../env.ts';
import { log } from '../log.ts';
import { embeddedMetric } from '../metrics.ts';
import { absent, type Condition, is } from './expressions.ts';

type Row = Readonly<Record<string, unknown>>;

interface RowOptions<Name extends string> {
  /** Fields that are only shown. The loss of any other makes the row damaged (`isDamaged`). By default all. */
  readonly shown?: readonly Name[];
  /** Values for a damaged row, where a blank one would not be safe. */
  readonly damaged?: { readonly [Field in Name]?: unknown };
}

/** Rows with values that their schema refused, as they are stored. */
const originals = new WeakMap<object, Row>();

const damaged = new WeakSet<object>();

/** Whether the row has lost a field that decides what happens next. Such a row can be shown and deleted. */
export function isDamaged(row: object): boolean {
  return damaged.has(row);
}

/** Whether a field is as it was read, even if its schema refused it. */
export function asRead(row: object, name: string): Condition {
  const value = new Map(Object.entries(originals.get(row) ?? row)).get(name);
  return value === undefined ? absent(name) : is(name, '=', value);
}

/**
 * Makes the reader of a table's rows. A value that the schema refuses costs its own field or element, which is then
 * absent, null or blank: no row keeps others from being read. An operator sees it in the log and as a metric.
 */
export function rowReader<S extends z.ZodObject>(
  noun: string,
  schema: S,
  { shown, damaged: instead = {} }: RowOptions<string & keyof S['shape']> = {},
): (item: unknown) => z.output<S> {
  return (item) => {
    const { data, error } = schema.safeParse(item);
    if (!error) return data;
    const stored = item as Row;
    const paths = error.issues.map(({ path }) => path);
    const fields = [...new Set(paths.map(([name]) => String(name)))];
    const isVital = fields.some((name) => shown !== undefined && !shown.includes(name as never));
    const kept = fields.map((name) => {
      const refused = paths.flatMap(([field, at]) => (field === name ? [at] : []));
      return [name, substitute(schema.shape[name] as z.ZodType, stored[name], refused)];
    });
    const row = schema.parse({ ...stored, ...Object.fromEntries(kept), ...(isVital ? instead : {}) });
    originals.set(row, stored);
    if (isVital) damaged.add(row);
    reportDamage(noun, stored, fields);
    return row;
  };
}

/** The list without the refused elements, or the first blank value that the schema accepts. */
function substitute(schema: z.ZodType, value: unknown, refused: readonly unknown[]): unknown {
  const rest = Array.isArray(value) ? value.filter((_, at) => !refused.includes(at)) : undefined;
  const [option] = 'options' in schema ? (schema.options as unknown[]) : [];
  const blanks = [rest, undefined, null, '-', new Date(0).toISOString(), 0, 1, false, [], {}, option];
  return [...blanks, blankObject(schema)].find((blank) => schema.safeParse(blank).success);
}

/** An object whose members are all blank, for a schema of an object with members that it needs. */
function blankObject(schema: z.ZodType): unknown {
  if (!('shape' in schema)) return undefined;
  const members = Object.entries(schema.shape as Readonly<Record<string, z.ZodType>>);
  return Object.fromEntries(members.map(([name, member]) => [name, substitute(member, undefined, [])]));
}

/** Tells operators the row and its fields, without their values. */
export function reportDamage(noun: string, stored: Row, fields: readonly string[]): void {
  const ids = Object.entries(stored).filter(([name, id]) => /_(id|key)$/.test(name) && typeof id === 'string');
  log.error('a stored value was refused', { noun, ...Object.fromEntries(ids), fields });
  embeddedMetric(optionalEnv('DEPLOYMENT') ?? 'unnamed')('RecordsDamaged', 1, 'Count');
}
