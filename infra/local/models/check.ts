import { limitProblem } from './limits.ts';
import { type MemberRules, type Rules, rulesOfMember } from './member-rules.ts';
import type { Shape, StructureShape } from './schema.ts';

/** As a caller gives it to the SDK, or as JSON carries it: they differ in blobs, times and what the SDK fills in. */
export type Form = 'given' | 'sent';

const ACCEPTED: Readonly<Record<Form, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  given: {
    blob: (value) => value instanceof Uint8Array || typeof value === 'string',
    timestamp: (value) => value instanceof Date,
  },
  sent: { blob: (value) => typeof value === 'string', timestamp: (value) => typeof value === 'number' },
};

/** Every way in which a request breaks its model: the place, and never the value, which may be a secret. */
export function problemsOf(input: unknown, shape: StructureShape, rules: Rules, form: Form): readonly string[] {
  const check = new Check(rules, form);
  check.structure(input, shape, shape.name);
  return check.problems;
}

class Check {
  readonly problems: string[] = [];
  readonly #rules: Rules;
  readonly #form: Form;

  constructor(rules: Rules, form: Form) {
    this.#rules = rules;
    this.#form = form;
  }

  structure(value: unknown, shape: StructureShape, path: string): void {
    if (isObject(value)) this.#members(value, shape, path);
    else this.#wrongType(path, 'an object', value);
  }

  #members(value: Readonly<Record<string, unknown>>, shape: StructureShape, path: string): void {
    const { kind, name, members } = shape;
    const given = Object.entries(value).filter(([, content]) => content !== undefined);
    if (kind === 'union' && given.length !== 1) this.#add(path, `is a union with ${given.length} members instead of 1`);
    for (const [key, content] of given) {
      const member = members.get(key);
      if (member) this.#value(content, member.shape(), `${path}.${key}`, rulesOfMember(this.#rules, name, key));
      else this.#add(`${path}.${key}`, 'is unknown to the model');
    }
    for (const [key, { required, generated }] of members) {
      const isFilledIn = generated && this.#form === 'given';
      if (required && !isFilledIn && value[key] === undefined) this.#add(`${path}.${key}`, 'is missing');
    }
  }

  #value(value: unknown, shape: Shape, path: string, member: MemberRules): void {
    switch (shape.kind) {
      case 'structure':
      case 'union':
        this.structure(value, shape, path);
        break;
      case 'list':
        if (Array.isArray(value)) this.#list(value, shape.element(), path, member);
        else this.#wrongType(path, 'a list', value);
        break;
      case 'map':
        if (isObject(value)) this.#map(value, shape.value(), path, member);
        else this.#wrongType(path, 'a map', value);
        break;
      default:
        this.#leaf(value, shape.kind, path, member);
    }
  }

  #list(value: readonly unknown[], element: Shape, path: string, member: MemberRules): void {
    this.#limit(value.length, path, member);
    const part = member.inList();
    for (const [index, item] of value.entries()) this.#value(item, element, `${path}[${index}]`, part);
  }

  #map(value: Readonly<Record<string, unknown>>, content: Shape, path: string, member: MemberRules): void {
    const entries = Object.entries(value).filter(([, item]) => item !== undefined);
    this.#limit(entries.length, path, member);
    const part = member.inMap();
    for (const [key, item] of entries) this.#value(item, content, `${path}.${key}`, part);
  }

  #leaf(value: unknown, kind: string, path: string, member: MemberRules): void {
    if (kind === 'document') return;
    const isAccepted = ACCEPTED[this.#form][kind]?.(value) ?? typeof value === kind;
    if (!isAccepted) this.#wrongType(path, `a ${kind}`, value);
    else if (kind === 'blob') this.#limit(bytesOf(value as string | Uint8Array, this.#form), path, member);
    else if (typeof value === 'number') this.#limit(value, path, member);
    else if (typeof value === 'string') {
      this.#limit(value, path, member);
      this.#enumeration(value, path, member);
    }
  }

  #enumeration(value: string, path: string, { values }: MemberRules): void {
    if (values && !values.has(value)) this.#add(path, `is none of ${[...values].slice(0, 20).join(', ')}`);
  }

  #limit(value: number | string, path: string, { limit }: MemberRules): void {
    const problem = limit && limitProblem(limit, value);
    if (problem !== undefined) this.#add(path, problem);
  }

  #wrongType(path: string, expected: string, value: unknown): void {
    const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
    this.#add(path, `must be ${expected}, and is ${found}`);
  }

  #add(path: string, problem: string): void {
    this.problems.push(`${path} ${problem}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** JSON carries bytes as base64. */
function bytesOf(value: string | Uint8Array, form: Form): number {
  return typeof value === 'string' ? Buffer.byteLength(value, form === 'sent' ? 'base64' : 'utf8') : value.byteLength;
}
