import type { QueryTree } from '../models/query-input.ts';
import { AwsError } from './aws-error.ts';
import { type QueryService, queryDialects } from './query-dialects.ts';

/** A request of the Query protocol, its parameters under the names that the API reference gives them. */
export interface QueryRequest {
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The same as it was sent, by the names of the wire. */
  readonly parameters: QueryTree;
}

/** What lists are called in the API, where that is not their wire name with an `s`. */
const listNames: Readonly<Record<string, string>> = {
  Owner: 'OwnerIds',
  RestorableBy: 'RestorableByUserIds',
  ResourceId: 'Resources',
};

type Tree = Map<string, Tree | string>;

/** `Filter.1.Name=a&Filter.1.Value.1=b` as `{ Filters: [{ Name: 'a', Values: ['b'] }] }`. @throws AwsError */
export function readQuery(body: string, service: QueryService = 'ec2'): QueryRequest {
  const { name, version } = queryDialects[service];
  const tree = parse(body);
  const { Action, Version, ...input } = plain(tree) as Record<string, unknown>;
  if (typeof Action !== 'string' || Action === '') {
    throw new AwsError('MissingAction', 'The request is missing an action or a required parameter.');
  }
  if (Version !== version) {
    throw new AwsError(
      'NoSuchVersion',
      `The requested version (${String(Version)}) of service ${name} does not exist.`,
    );
  }
  tree.delete('Action');
  tree.delete('Version');
  return { action: Action, input, parameters: tree };
}

function parse(body: string): Tree {
  const root: Tree = new Map();
  for (const [path, value] of new URLSearchParams(body)) {
    const names = path.split('.');
    const last = names.pop() ?? '';
    let node = root;
    for (const name of names) node = branch(node, name, path);
    if (node.has(last)) throw unreadable(path);
    node.set(last, value);
  }
  return root;
}

function branch(node: Tree, name: string, path: string): Tree {
  const existing = node.get(name) ?? new Map();
  if (typeof existing === 'string') throw unreadable(path);
  node.set(name, existing);
  return existing;
}

function plain(node: Tree): unknown {
  const entries = [...node].map(([name, value]): [string, unknown] => {
    if (typeof value === 'string') return [name, value];
    return isList(value) ? [listNames[name] ?? `${name}s`, list(value)] : [name, plain(value)];
  });
  return Object.fromEntries(entries);
}

/** The numbers only tell the order. */
function list(node: Tree): unknown[] {
  return [...node]
    .sort(([a], [b]) => Number(a) - Number(b))
    .map(([, value]) => (typeof value === 'string' ? value : plain(value)));
}

function isList(node: Tree): boolean {
  return node.size > 0 && [...node.keys()].every((name) => /^\d+$/.test(name));
}

function unreadable(path: string): AwsError {
  return new AwsError('InvalidQueryParameter', `The parameter ${path} cannot be read together with the others.`);
}
