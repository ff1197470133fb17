import { AwsError } from '../aws/aws-error.ts';
import type { QueryTree } from '../aws/query.ts';
import type { AnyService } from '../aws/service.ts';
import { limitProblem } from './limits.ts';
import { inputOf, type Shape, type StructureShape } from './schema.ts';
import { type MemberRules, operationOf, type Rules, rulesOf, rulesOfMember } from './service-model.ts';

/** The schema names of services for which IAM has another name. */
const NAMESPACES: Readonly<Partial<Record<AnyService, string>>> = {
  'cloudfront-keyvaluestore': 'cloudfrontkeyvaluestore',
  logs: 'cloudwatchlogs',
  ses: 'sesv2',
};

/** A call as received over the wire. */
export interface ReceivedCall {
  readonly service: AnyService;
  readonly operation: string;
  /** The request by the names of the API; for the Query protocol, the tree of its parameters. */
  readonly input: Readonly<Record<string, unknown>> | QueryTree;
}

/** An operation as the SDK passes it to its serialisers. */
export interface GivenOperation {
  readonly namespace: string;
  readonly name: string;
  readonly input: unknown;
}

/**
 * Every way in which a call breaks its service's model in the AWS SDK: operation, members, types, required members and
 * enumerations as in the installed client; lengths, ranges and patterns as in `limits.json`.
 */
export function problemsOfCall({ service: called, operation, input }: ReceivedCall): readonly string[] {
  const service = NAMESPACES[called] ?? called;
  const schema = operationOf(service, operation);
  if (!schema) return [`${operation} is not an operation of ${service}`];
  const shape = inputOf(schema);
  const named = input instanceof Map ? queryInput(input, shape) : input;
  return problemsOf(named, shape, rulesOf(service), 'sent');
}

/** Like `problemsOfCall`, for what a caller gives the SDK, which drops unknown members before it sends them. */
export function problemsOfCommand(
  { namespace, name, input: schema }: GivenOperation,
  input: unknown,
): readonly string[] {
  const service = namespace.split('.').at(-1) ?? '';
  return problemsOf(input, inputOf([9, namespace, name, 0, schema]), rulesOf(service), 'given');
}

/** The log line for a call that AWS would refuse or misread. Tests of the service look for it. */
export function brokenModelLine(caller: string, operation: string, problems: readonly string[]): string {
  return `${caller} breaks the AWS model of ${operation}: ${problems.join('; ')}`;
}

export function brokenModel(service: AnyService, problems: readonly string[]): AwsError {
  const type = service === 'ec2' ? 'InvalidParameterValue' : 'ValidationException';
  return new AwsError(type, `The request does not fit the service's model: ${problems.join('; ')}`);
}

/** As a caller gives it to the SDK, or as sent in JSON. They differ in blobs, times and what the SDK fills in. */
type Form = 'given' | 'sent';

const ACCEPTED: Readonly<Record<Form, Readonly<Record<string, (value: unknown) => boolean>>>> = {
  given: {
    blob: (value) => value instanceof Uint8Array || typeof value === 'string',
    timestamp: (value) => value instanceof Date,
  },
  sent: { blob: (value) => typeof value === 'string', timestamp: (value) => typeof value === 'number' },
};

/** Every way in which a request breaks its model. Names the place, but never the value, which may be a secret. */
function problemsOf(input: unknown, shape: StructureShape, rules: Rules, form: Form): readonly string[] {
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
    if (values && !values.has(value)) this.#add(path, `is not one of ${[...values].slice(0, 20).join(', ')}`);
  }

  #limit(value: number | string, path: string, { limit }: MemberRules): void {
    const problem = limit && limitProblem(limit, value);
    if (problem !== undefined) this.#add(path, problem);
  }

  #wrongType(path: string, expected: string, value: unknown): void {
    const found = value === null ? 'null' : Array.isArray(value) ? 'a list' : typeof value;
    this.#add(path, `must be ${expected}, not ${found}`);
  }

  #add(path: string, problem: string): void {
    this.problems.push(`${path} ${problem}`);
  }
}

function isObject(value: unknown): value is Record<string, unknown> {
  return typeof value === 'object' && value !== null && !Array.isArray(value) && !(value instanceof Uint8Array);
}

/** JSON holds bytes as base64. */
function bytesOf(value: string | Uint8Array, form: Form): number {
  return typeof value === 'string' ? Buffer.byteLength(value, form === 'sent' ? 'base64' : 'utf8') : value.byteLength;
}

/**
 * A Query protocol request under the names of its model, with its numbers and booleans read. Unknown parameters keep
 * their own names, so that a check reports them.
 */
function queryInput(tree: QueryTree, { members }: StructureShape): Readonly<Record<string, unknown>> {
  const byWireName = new Map([...members].map(([name, member]) => [wireName(name, member.traits), { name, member }]));
  return Object.fromEntries(
    [...tree].map(([wire, value]) => {
      const known = byWireName.get(wire);
      return known ? [known.name, read(value, known.member.shape())] : [`wire:${wire}`, value];
    }),
  );
}

function wireName(name: string, traits: { readonly ec2QueryName?: string; readonly xmlName?: string }): string {
  const { ec2QueryName, xmlName = name } = traits;
  return ec2QueryName ?? `${xmlName.charAt(0).toUpperCase()}${xmlName.slice(1)}`;
}

function read(value: QueryTree | string, shape: Shape): unknown {
  if (typeof value !== 'string') {
    if (shape.kind === 'structure') return queryInput(value, shape);
    const isList = shape.kind === 'list' && [...value.keys()].every((key) => /^[1-9]\d*$/.test(key));
    return isList ? inOrder(value).map((part) => read(part, shape.element())) : Object.fromEntries(value);
  }
  switch (shape.kind) {
    case 'number':
      return /^-?\d+(\.\d+)?$/.test(value) ? Number(value) : value;
    case 'boolean':
      return /^(true|false)$/.test(value) ? value === 'true' : value;
    case 'timestamp':
      return Number.isNaN(Date.parse(value)) ? value : Date.parse(value) / 1000;
    default:
      return value;
  }
}

/** The names are numbers, which only give the order. */
function inOrder(tree: QueryTree): readonly (QueryTree | string)[] {
  return [...tree].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
