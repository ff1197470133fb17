import * as fc from 'fast-check';
import type { Operation, Parameter } from './document.ts';
import { type Making, valuesOf } from './values.ts';

/** A request whose parts are values. */
export interface Request {
  readonly operation: Operation;
  readonly path: Readonly<Record<string, unknown>>;
  readonly query: Readonly<Record<string, unknown>>;
  readonly headers: Readonly<Record<string, unknown>>;
  readonly body: Body | undefined;
}

/** A body with its content type: a value, or a raw text. */
export interface Body {
  readonly type: string;
  readonly value?: unknown;
  readonly text?: string;
}

const FORM = 'application/x-www-form-urlencoded';

/** Valid requests. */
export function requestsOf(operation: Operation, making: Making): fc.Arbitrary<Request> {
  const { parameters } = operation;
  return fc.record({
    operation: fc.constant(operation),
    path: partOf(parameters, 'path', making),
    query: partOf(parameters, 'query', making),
    headers: partOf(parameters, 'header', making),
    body: bodiesOf(operation, making),
  });
}

function partOf(parameters: readonly Parameter[], place: Parameter['in'], making: Making) {
  const own = parameters.filter((one) => one.in === place);
  const values = Object.fromEntries(
    own.map(({ name, schema }) => [name, sendable(valuesOf(schema, name, making), place)]),
  );
  const requiredKeys = own.filter(({ required }) => required).map(({ name }) => name);
  // Omits most optional parameters, because random filters match nothing.
  return fc.oneof(fc.record(values, { requiredKeys }), fc.record(pick(values, requiredKeys)));
}

/** Texts that a header can contain: visible ASCII, with spaces inside. */
export const sayable = /^[!-~](?:[ -~]*[!-~])?$/;

/** Non-empty texts, because an empty part of a path is another route. */
function sendable(values: fc.Arbitrary<unknown>, place: Parameter['in']): fc.Arbitrary<unknown> {
  return values.filter((value) => value !== '' && (place !== 'header' || sayable.test(String(value))));
}

function pick<T>(record: Readonly<Record<string, T>>, names: readonly string[]): Record<string, T> {
  return Object.fromEntries(Object.entries(record).filter(([name]) => names.includes(name)));
}

function bodiesOf({ body }: Operation, making: Making): fc.Arbitrary<Body | undefined> {
  if (body === undefined) return fc.constant(undefined);
  const kinds = Object.entries(body.content).map(([type, { schema = true }]) =>
    valuesOf(schema, '', making).map((value): Body => ({ type, value })),
  );
  return body.required ? fc.oneof(...kinds) : fc.oneof(...kinds, fc.constant(undefined));
}

/** A serialised request. */
export interface Written {
  readonly method: string;
  /** The path below the base URL. */
  readonly target: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly body: string | undefined;
}

export function written({ operation, path, query, headers, body }: Request): Written {
  const filled = operation.path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(String(path[name])));
  const pairs = Object.entries(query).flatMap(([name, value]) =>
    [value].flat().map((one): [string, string] => [name, String(one)]),
  );
  const search = pairs.length === 0 ? '' : `?${new URLSearchParams(pairs)}`;
  const own = Object.entries(headers).map(([name, value]): [string, string] => [name, String(value)]);
  return {
    method: operation.method,
    target: `${filled}${search}`,
    headers: { ...Object.fromEntries(own), ...(body ? { 'Content-Type': body.type } : {}) },
    body: body && (body.text ?? (body.type === FORM ? formOf(body.value) : JSON.stringify(body.value))),
  };
}

function formOf(value: unknown): string {
  const fields = Object.entries(value as object).map(([name, one]): [string, string] => [name, String(one)]);
  return String(new URLSearchParams(fields));
}

/** Limit for the shown part of a body, in characters. */
const SHOWN = 3_000;

/** The request as a shell command, in which `$KEY` is the key. */
export function asCurl({ method, target, headers, body }: Written, keyHeader: string | undefined): string {
  const all = [...Object.entries(headers), ...(keyHeader ? [[keyHeader, '$KEY'] as const] : [])];
  return [
    `curl -X ${method} ${quoted(`$BASE${target}`)}`,
    ...all.map(([name, value]) => `-H ${quoted(`${name}: ${value}`)}`),
    ...(body === undefined ? [] : [`--data-binary ${quoted(body.length > SHOWN ? `${body.slice(0, SHOWN)}…` : body)}`]),
  ].join(' ');
}

/** Quotes a text for a shell. Only a variable at the beginning is expanded. */
function quoted(text: string): string {
  return /\$(BASE|KEY)/.test(text) ? JSON.stringify(text) : `'${text.replaceAll("'", String.raw`'\''`)}'`;
}
