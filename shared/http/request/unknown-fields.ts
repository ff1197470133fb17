import type * as z from 'zod';
import type { Endpoint } from '../../contract/endpoint/endpoint.ts';
import type { FieldError } from '../../contract/shapes/problem.ts';
import { fieldError } from '../../platform/errors.ts';

/** The words in names of fields that ask for something which the caller would miss. docs/api.md lists them. */
export const askingWords = {
  size: 'cpu vcpu core gpu memory ram disk storage resource size instance machine replica',
  limit: 'limit max maximum min minimum budget quota concurrency iteration',
  time: 'timeout ttl lifetime deadline duration expiry expire expiration retention idle',
  place: 'region zone cluster node subnet vpc network placement location image',
  permission: 'permission scope role privileged sudo policy allow allowed deny public',
} as const;

const words: ReadonlySet<string> = /* @__PURE__ */ new Set(
  /* @__PURE__ */ Object.values(askingWords).join(' ').split(' '),
);

/** Whether an operation refuses such fields. Reports of agents, open requests and JSON-RPC can have any field. */
export function refusesUnsupported({ access, method, constant, failures }: Endpoint): boolean {
  return access === 'key' && method !== 'GET' && constant === undefined && failures !== 'json-rpc';
}

/** The unknown fields of a body that ask for something. Null, false, 0 and empty values ask for nothing. */
export function unsupportedFields(endpoint: Endpoint, body: unknown): FieldError[] {
  const { unsupported = {} } = endpoint;
  if (!refusesUnsupported(endpoint)) return [];
  const refused = ({ path, value }: Unknown): FieldError[] => {
    if (isEmpty(value)) return [];
    const place = path.join('.');
    const advice = Object.hasOwn(unsupported, place) ? unsupported[place] : undefined;
    // An unknown object can ask for something inside.
    if (advice === undefined && !asks(path.at(-1) ?? '')) return unknownIn(undefined, value, path).flatMap(refused);
    const msg = `This operation does not support this field. ${advice ?? 'Remove it.'}`;
    return [fieldError('body', path, msg, 'unsupported_field')];
  };
  return unknownIn(endpoint.body, body, []).flatMap(refused);
}

/** The object in a body that an operation without fields gets; undefined for anything else, which is ignored. */
export function objectIn(text: string | null): unknown {
  if (!text || text.length > LONGEST) return undefined;
  try {
    return JSON.parse(text);
  } catch {
    return undefined;
  }
}

const LONGEST = 10_000;

interface Unknown {
  readonly path: readonly string[];
  readonly value: unknown;
}

type Schema = z.core.$ZodTypes;

/** Fields that an object's schema does not name. Schemas that keep or refuse all others have none. */
function unknownIn(given: z.core.$ZodType | undefined, value: unknown, path: readonly string[]): readonly Unknown[] {
  if (typeof value !== 'object' || value === null) return [];
  const def = given && innermost(given as Schema);
  if (Array.isArray(value)) {
    if (def !== undefined && def.type !== 'array') return [];
    return value.flatMap((one, at) => unknownIn(def?.element, one, [...path, `${at}`]));
  }
  if (def !== undefined && def.type !== 'object') return [];
  const shape: Readonly<Record<string, z.core.$ZodType>> = def?.shape ?? {};
  const isClosed = def?.catchall !== undefined;
  return Object.entries(value).flatMap(([name, inner]) => {
    if (Object.hasOwn(shape, name)) return unknownIn(shape[name], inner, [...path, name]);
    return isClosed ? [] : [{ path: [...path, name], value: inner }];
  });
}

/** What a schema takes, without its wrappers. */
function innermost(schema: Schema): Schema['_zod']['def'] {
  const { def } = schema._zod;
  if ('innerType' in def) return innermost(def.innerType as Schema);
  if (def.type !== 'pipe') return def;
  const first = (def.in as Schema)._zod.def;
  return innermost((first.type === 'transform' ? def.out : def.in) as Schema);
}

function asks(name: string): boolean {
  const parts = name
    .replaceAll(/([a-z0-9])([A-Z])|([A-Z])([A-Z][a-z]{2})/g, '$1$3_$2$4')
    .toLowerCase()
    .split(/[^a-z0-9]+/);
  return parts.some(
    (part) => words.has(part) || words.has(part.replace(/s$/, '')) || words.has(part.replace(/ies$/, 'y')),
  );
}

function isEmpty(value: unknown): boolean {
  if (typeof value !== 'object') return [false, '', 0, undefined].includes(value as never);
  return value === null || Object.values(value).every(isEmpty);
}
