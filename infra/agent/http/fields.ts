import { isObject, type JsonObject } from '../base/json.ts';
import { type FieldIssue, unprocessable } from './http-error.ts';

/** Limits the response to a request with very many issues. */
const mostIssues = 100;

type Location = readonly (string | number)[];

/** Reads the fields of an object and collects all issues. A schema library would take a third of the startup time. */
export class Fields {
  readonly loc: Location;
  private readonly object: JsonObject;
  private readonly issues: FieldIssue[];

  constructor(value: unknown, loc: Location = ['body'], issues: FieldIssue[] = []) {
    this.loc = loc;
    this.issues = issues;
    this.object = isObject(value) ? value : {};
    if (!isObject(value)) this.add([], 'dict_type', 'Input should be a valid dictionary');
  }

  has(name: string): boolean {
    return this.raw(name) !== undefined;
  }

  raw(name: string): unknown {
    return Object.hasOwn(this.object, name) ? (this.object[name] ?? undefined) : undefined;
  }

  /** Adds an issue at a location in this object. */
  add(place: Location, type: string, msg: string): void {
    if (this.issues.length < mostIssues) this.issues.push({ type, loc: [...this.loc, ...place], msg });
  }

  require(name: string): void {
    if (!this.has(name)) this.add([name], 'missing', 'Field required');
  }

  string(name: string): string | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'string') return value;
    this.add([name], 'string_type', 'Input should be a valid string');
    return undefined;
  }

  boolean(name: string): boolean | undefined {
    const value = this.raw(name);
    if (value === undefined || typeof value === 'boolean') return value;
    this.add([name], 'bool_type', 'Input should be a valid boolean');
    return undefined;
  }

  number(name: string, minimum: number): number | undefined {
    const value = this.raw(name);
    if (value === undefined || (typeof value === 'number' && value >= minimum)) return value;
    this.add([name], 'greater_than_equal', `Input should be a number greater than or equal to ${minimum}`);
    return undefined;
  }

  /** Also accepts an integer in a string, as the real server does. */
  integer(name: string, minimum = Number.MIN_SAFE_INTEGER): number | undefined {
    const value = this.raw(name);
    if (value === undefined) return undefined;
    const number = typeof value === 'string' && /^\s*[+-]?\d+\s*$/.test(value) ? Number(value) : value;
    if (typeof number === 'number' && Number.isInteger(number) && number >= minimum) return number;
    if (Number.isInteger(number))
      this.add([name], 'greater_than_equal', `Input should be greater than or equal to ${minimum}`);
    else this.add([name], 'int_type', 'Input should be a valid integer');
    return undefined;
  }

  record(name: string): JsonObject | undefined {
    const value = this.raw(name);
    if (value === undefined || isObject(value)) return value;
    this.add([name], 'dict_type', 'Input should be a valid dictionary');
    return undefined;
  }

  /** The fields of a nested object, which share this object's issues. */
  nested(name: string): Fields | undefined {
    const value = this.raw(name);
    return value === undefined ? undefined : new Fields(value, [...this.loc, name], this.issues);
  }

  list(name: string): readonly unknown[] | undefined {
    const value = this.raw(name);
    if (value === undefined || Array.isArray(value)) return value;
    this.add([name], 'list_type', 'Input should be a valid list');
    return undefined;
  }

  strings(name: string): readonly string[] | undefined {
    return this.list(name)?.flatMap((item, index) => {
      if (typeof item === 'string') return [item];
      this.add([name, index], 'string_type', 'Input should be a valid string');
      return [];
    });
  }

  /** The fields of each object of a list. */
  nestedList(name: string): readonly Fields[] | undefined {
    return this.list(name)?.map((item, index) => new Fields(item, [...this.loc, name, index], this.issues));
  }

  stringMap(name: string): Readonly<Record<string, string>> | undefined {
    const entries = Object.entries(this.record(name) ?? {}).flatMap(([key, item]): [string, string][] => {
      if (typeof item === 'string') return [[key, item]];
      this.add([name, key], 'string_type', 'Input should be a valid string');
      return [];
    });
    return this.has(name) ? Object.fromEntries(entries) : undefined;
  }

  names(): readonly string[] {
    return Object.keys(this.object);
  }

  forbidOthers(known: readonly string[]): void {
    for (const name of Object.keys(this.object)) {
      if (!known.includes(name)) this.add([name], 'extra_forbidden', 'Extra inputs are not permitted');
    }
  }

  /** @throws HttpError 422 with all issues of this and nested objects */
  finish(): void {
    if (this.issues.length > 0) throw unprocessable(this.issues);
  }
}
