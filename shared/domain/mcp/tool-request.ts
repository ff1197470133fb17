import { CONTENT_ARGUMENT, KEY_ARGUMENT, MAX_PART, rangeArguments } from './header-arguments.ts';
import type { Tool } from './tool.ts';

/** The arguments of a call. */
export type Arguments = Readonly<Record<string, unknown>>;

/** A request to this API, without the caller's key. */
export interface ToolRequest {
  readonly method: string;
  /** With the query. */
  readonly path: string;
  readonly body?: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly idempotencyKey?: string;
}

/** Arguments from which no request can be made. The message is for the model. */
export class ArgumentError extends Error {
  override readonly name = 'ArgumentError';
}

/** The longest value in a path or a query, in characters. API Gateway takes 10 KB of headers and request line. */
const MAX_TEXT = 2_000;

/** @throws ArgumentError for arguments that the tool does not have, and for a missing part of the path */
export function toolRequest({ view, endpoint }: Tool, given: Arguments): ToolRequest {
  const known = Object.keys(view.inputSchema.properties);
  const unknown = Object.keys(given).filter((name) => !known.includes(name));
  if (unknown.length > 0) {
    const names = unknown.slice(0, 5).map((name) => name.slice(0, 100));
    throw new ArgumentError(`${view.name} has no argument ${names.join(', ')}. It has: ${known.join(', ') || 'none'}.`);
  }
  const missing = view.inputSchema.required.filter((name) => given[name] === undefined);
  if (missing.length > 0) throw new ArgumentError(`${view.name} needs ${missing.join(' and ')}.`);
  const { [KEY_ARGUMENT]: key, ...rest } = given;
  const inPath = new Set([...endpoint.path.matchAll(/\{(\w+)\}/g)].map(([, name = '']) => name));
  const path = endpoint.path.replaceAll(/\{(\w+)\}/g, (_, name: string) => segment(name, rest[name]));
  const query = new URLSearchParams(
    endpoint.query.flatMap((name) =>
      [rest[name]].flat().flatMap((value) => (isGiven(value) ? [[name, text(name, value)] as [string, string]] : [])),
    ),
  );
  const isElsewhere = (name: string) => inPath.has(name) || endpoint.query.includes(name);
  const fields = Object.entries(rest).filter(([name]) => !isElsewhere(name));
  return {
    method: endpoint.method,
    path: query.size > 0 ? `${path}?${query}` : path,
    ...bodyOf(endpoint, Object.fromEntries(fields)),
    ...(isGiven(key) ? { idempotencyKey: keyOf(key) } : {}),
  };
}

function bodyOf({ body, takesRange }: Tool['endpoint'], fields: Arguments): Pick<ToolRequest, 'body' | 'headers'> {
  if (body === 'json') return { body: JSON.stringify(fields), headers: { 'Content-Type': 'application/json' } };
  if (body === 'bytes') {
    const { [CONTENT_ARGUMENT]: content } = fields;
    if (typeof content !== 'string') throw new ArgumentError(`${CONTENT_ARGUMENT} must be a text.`);
    return { body: content, headers: { 'Content-Type': 'application/octet-stream' } };
  }
  return { headers: takesRange ? { Range: rangeOf(fields) } : {} };
}

function rangeOf({ [rangeArguments.from]: given, [rangeArguments.count]: wanted }: Arguments): string {
  const from = isGiven(given) ? given : 0;
  const count = isGiven(wanted) ? wanted : MAX_PART;
  if (!isWhole(from, 0, Number.MAX_SAFE_INTEGER - MAX_PART))
    throw new ArgumentError(`${rangeArguments.from} must be a whole number of at least 0.`);
  if (!isWhole(count, 1, MAX_PART))
    throw new ArgumentError(`${rangeArguments.count} must be a whole number from 1 to ${MAX_PART}.`);
  return `bytes=${from}-${from + count - 1}`;
}

function isWhole(value: unknown, minimum: number, maximum: number): value is number {
  return typeof value === 'number' && Number.isInteger(value) && value >= minimum && value <= maximum;
}

/** A part of the path. `.` and `..` would lead to another endpoint. */
function segment(name: string, value: unknown): string {
  const part = text(name, value);
  if (/^\.{0,2}$/.test(part)) throw new ArgumentError(`${name} must not be '${part}'.`);
  return encodeURIComponent(part);
}

function text(name: string, value: unknown): string {
  if (typeof value !== 'string' && typeof value !== 'number' && typeof value !== 'boolean')
    throw new ArgumentError(`${name} must be a text, a number or a boolean.`);
  const words = String(value);
  if (words.length > MAX_TEXT) throw new ArgumentError(`${name} must have at most ${MAX_TEXT} characters.`);
  if (!words.isWellFormed()) throw new ArgumentError(`${name} has half of a character. Send whole ones.`);
  return words;
}

/** Models send null for what they leave out. */
function isGiven(value: unknown): boolean {
  return value !== undefined && value !== null;
}

function keyOf(value: unknown): string {
  if (typeof value === 'string' && /^[\x21-\x7e]{1,255}$/.test(value)) return value;
  throw new ArgumentError(`${KEY_ARGUMENT} must have 1 to 255 visible ASCII characters.`);
}
