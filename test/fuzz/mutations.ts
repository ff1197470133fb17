import * as fc from 'fast-check';
import type { Operation } from './document.ts';
import { type Body, type Request, requestsOf, sayable } from './requests.ts';
import { isRecord, type Schema, type SchemaObject, violation } from './schema.ts';
import type { Making } from './values.ts';

/** A request that violates the document in one place. */
export interface Mutant {
  readonly request: Request;
  /** The change that made it invalid. */
  readonly how: string;
}

/** Values that most schemas refuse. None of them becomes valid by trimming white space. */
const strangers: readonly unknown[] = [
  ...[null, true, 12_345, -1, 0.5, 1e300, 1e-300, [], {}, [null], { a: 1 }],
  ...['', 'no such thing', '..', 'a\u0000b', 'ä'.repeat(60), '<&>', 'http:', 'yesterday', 'x'.repeat(300)],
  'x'.repeat(5_000),
];

const texts: readonly string[] = [
  ...['', '..', 'no such thing', 'yesterday', '1.5', '-2', '1000000000', 'a\u0000b', '<&>', 'maybe', '\u{1f600}'],
  ...['x'.repeat(64), 'x'.repeat(129), 'x'.repeat(300), 'x'.repeat(1_100), 'x'.repeat(5_000)],
];

/** Requests that violate the document in one place. Undefined for an operation without inputs. */
export function mutantsOf(operation: Operation, making: Making): fc.Arbitrary<Mutant | undefined> | undefined {
  const kinds = [...parameterMutants(operation), ...bodyMutants(operation, making)];
  if (kinds.length === 0) return undefined;
  return fc.tuple(requestsOf(operation, making), fc.nat(), fc.nat()).map(([request, start, dice]) => {
    // Not every mutation applies to every request.
    for (let step = 0; step < kinds.length; step += 1) {
      const mutant = kinds[(start + step) % kinds.length]?.(request, dice);
      if (mutant !== undefined) return mutant;
    }
    return undefined;
  });
}

type Mutate = (request: Request, dice: number) => Mutant | undefined;

const places = { path: 'path', query: 'query', header: 'headers' } as const;

function parameterMutants({ parameters }: Operation): readonly Mutate[] {
  return parameters.flatMap(({ in: place, name, schema, required }): Mutate[] => {
    const part = places[place];
    const bad = texts.filter((text) => isBadText(text, schema, place));
    const change: Mutate = (request, dice) =>
      bad.length === 0
        ? undefined
        : {
            request: { ...request, [part]: { ...request[part], [name]: bad[dice % bad.length] } },
            how: `${place} ${name} is ${JSON.stringify(bad[dice % bad.length])?.slice(0, 60)}`,
          };
    const leaveOut: Mutate = (request) => {
      const { [name]: _, ...rest } = request[part];
      return { request: { ...request, [part]: rest }, how: `${place} ${name} is missing` };
    };
    return [change, ...(required && place !== 'path' ? [leaveOut] : [])];
  });
}

/** Whether a text satisfies the schema in none of its interpretations. */
function isBadText(text: string, schema: SchemaObject, place: string): boolean {
  if (place === 'path' && (text === '' || text === '..')) return false;
  if (place === 'header' && !sayable.test(text)) return false;
  const readings: readonly unknown[] = [text, Number(text), [text], text === 'true'];
  const resolved = schema.format === 'opaque' ? { type: 'string', maxLength: schema.maxLength } : schema;
  return readings.every((reading) => violation(resolved as Schema, reading, nothing) !== undefined);
}

/** Parameters refer only to enums, which contain none of the invalid values. */
const nothing = (): Schema => ({ enum: [] });

function bodyMutants({ body, id }: Operation, { resolve }: Making): readonly Mutate[] {
  const json = body?.content['application/json'];
  if (body === undefined || json === undefined) return [];
  const schema = json.schema ?? true;
  const ofBody =
    (change: (body: Body, dice: number) => { readonly body: Body; readonly how: string } | undefined): Mutate =>
    (request, dice) => {
      if (request.body?.type !== 'application/json') return undefined;
      const changed = change(request.body, dice);
      return changed && { request: { ...request, body: changed.body }, how: changed.how };
    };
  const ofValue = (change: (value: unknown, dice: number) => { readonly value: unknown; readonly how: string }) =>
    ofBody((before, dice) => {
      const { value, how } = change(before.value, dice);
      const problem = violation(schema, value, resolve);
      return problem === undefined
        ? undefined
        : { body: { ...before, value }, how: `${how}: ${problem.slice(0, 300)}` };
    });
  const missing: Mutate = (request) => ({ request: { ...request, body: undefined }, how: 'no body' });
  return [
    ...(body.required ? [missing] : []),
    // Most mutations, because they reach every field.
    ...Array.from({ length: 6 }, () => ofValue(replaced)),
    ...Array.from({ length: 2 }, () => ofValue(withoutOne)),
    ofValue((value) => ({ value: isRecord(value) ? { ...value, no_such_field: 1 } : value, how: 'an unknown field' })),
    ofBody((before) => ({ body: { type: before.type, text: `${JSON.stringify(before.value)}}` }, how: 'no JSON' })),
    ofBody((before) => ({ body: { ...before, type: 'text/plain' }, how: 'another content type' })),
    ofBody(({ type, value }) =>
      isRecord(value)
        ? { body: { type, text: withMember(value, `"deep":${'['.repeat(70)}${']'.repeat(70)}`) }, how: 'too deep' }
        : undefined,
    ),
    // Hooks take larger bodies, and drop this field.
    ...(id.startsWith('receive-')
      ? []
      : [
          ofBody(({ type, value }) =>
            isRecord(value)
              ? { body: { type, text: withMember(value, `"__proto__":{"a":1}`) }, how: 'a field called __proto__' }
              : undefined,
          ),
          ofBody(({ type, value }, dice) =>
            isRecord(value) && dice % 4 === 0
              ? { body: { type, text: withMember(value, `"long":"${'x'.repeat(270_000)}"`) }, how: 'too long' }
              : undefined,
          ),
        ]),
  ];
}

function withMember(value: Readonly<Record<string, unknown>>, member: string): string {
  const text = JSON.stringify(value);
  return text === '{}' ? `{${member}}` : `${text.slice(0, -1)},${member}}`;
}

/** A value of which a part, or all of it, is replaced by an invalid value. */
function replaced(value: unknown, dice: number) {
  const all = pathsOf(value);
  const path = all[dice % all.length] ?? [];
  const stranger = strangers[Math.floor(dice / all.length) % strangers.length];
  return { value: withPart(value, path, () => stranger), how: `/${path.join('/')} is replaced` };
}

/** A value without one of its fields. */
function withoutOne(value: unknown, dice: number) {
  const all = pathsOf(value).filter((path) => typeof path.at(-1) === 'string');
  const path = all[dice % Math.max(all.length, 1)];
  if (path === undefined) return { value, how: '' };
  const parent = withPart(value, path.slice(0, -1), (record) => {
    const { [String(path.at(-1))]: _, ...rest } = record as Readonly<Record<string, unknown>>;
    return rest;
  });
  return { value: parent, how: `/${path.join('/')} is left out` };
}

type Path = readonly (string | number)[];

function pathsOf(value: unknown, path: Path = []): readonly Path[] {
  if (Array.isArray(value)) return [path, ...value.flatMap((item, index) => pathsOf(item, [...path, index]))];
  if (!isRecord(value)) return [path];
  return [path, ...Object.entries(value).flatMap(([name, member]) => pathsOf(member, [...path, name]))];
}

function withPart(value: unknown, [head, ...rest]: Path, change: (part: unknown) => unknown): unknown {
  if (head === undefined) return change(value);
  if (Array.isArray(value)) return value.map((item, index) => (index === head ? withPart(item, rest, change) : item));
  const record = value as Readonly<Record<string, unknown>>;
  return { ...record, [head]: withPart(record[head], rest, change) };
}
