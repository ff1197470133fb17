import { randomUUID } from 'node:crypto';
import type { Answer } from './answer.ts';
import { AwsError } from './aws-error.ts';
import { element, type XmlParts } from './xml.ts';

/** The parameters of a Query protocol request as a tree: `Filter.1.Name=a` becomes Filter → 1 → Name → a. */
export type QueryTree = ReadonlyMap<string, QueryTree | string>;

/** A Query protocol request, with parameters under their names in the API reference. */
interface QueryRequest {
  readonly action: string;
  readonly input: Readonly<Record<string, unknown>>;
  /** The same parameters under their wire names. */
  readonly parameters: QueryTree;
}

/** API names of lists that are not the wire name with an `s`. */
const listNames: Readonly<Record<string, string>> = {
  Owner: 'OwnerIds',
  RestorableBy: 'RestorableByUserIds',
  ResourceId: 'Resources',
};

type Tree = Map<string, Tree | string>;

/** Reads `Filter.1.Name=a&Filter.1.Value.1=b` as `{ Filters: [{ Name: 'a', Values: ['b'] }] }`. @throws AwsError */
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

/** The names are numbers, which only give the order. */
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

/** The output of an action in the XML dialect of the service. */
export function queryAnswer(action: string, output: XmlParts, service: QueryService = 'ec2'): Answer {
  const requestId = randomUUID();
  const { namespace, entry } = queryDialects[service];
  const content =
    service === 'ec2'
      ? { requestId, ...output }
      : { [`${action}Result`]: output, ResponseMetadata: { RequestId: requestId } };
  return xml(200, requestId, element(`${action}Response`, content, ` xmlns="${namespace}"`, entry));
}

export function queryErrorAnswer({ type, message, status }: AwsError, service: QueryService = 'ec2'): Answer {
  const requestId = randomUUID();
  const fault = { Code: type, Message: message };
  const content =
    service === 'ec2'
      ? element('Response', { Errors: { Error: fault }, RequestID: requestId })
      : element('ErrorResponse', {
          Error: { Type: status < 500 ? 'Sender' : 'Receiver', ...fault },
          RequestId: requestId,
        });
  return xml(status, requestId, content);
}

function xml(status: number, requestId: string, content: string): Answer {
  const headers = { 'content-type': 'text/xml;charset=UTF-8', 'x-amzn-requestid': requestId };
  return { status, body: `<?xml version="1.0" encoding="UTF-8"?>\n${content}`, headers };
}

/** How a service uses the Query protocol. */
interface QueryDialect {
  /** The service's name in errors. */
  readonly name: string;
  readonly version: string;
  readonly namespace: string;
  /** Element name of a list entry. */
  readonly entry: 'entry' | 'item' | 'member';
}

const amazon = (service: string, version: string, scheme = 'https') =>
  `${scheme}://${service}.amazonaws.com/doc/${version}/`;

/** The services that use the Query protocol here. EC2 has its own form of it. */
const queryDialects = {
  ec2: { name: 'AmazonEC2', version: '2016-11-15', namespace: amazon('ec2', '2016-11-15', 'http'), entry: 'item' },
  cloudformation: {
    name: 'CloudFormation',
    version: '2010-05-15',
    namespace: amazon('cloudformation', '2010-05-15', 'http'),
    entry: 'member',
  },
  // Its only operation here returns a map.
  iam: { name: 'IAM', version: '2010-05-08', namespace: amazon('iam', '2010-05-08'), entry: 'entry' },
  sts: { name: 'STS', version: '2011-06-15', namespace: amazon('sts', '2011-06-15'), entry: 'member' },
} as const satisfies Record<string, QueryDialect>;

export type QueryService = keyof typeof queryDialects;

export function isQueryService(service: string): service is QueryService {
  return Object.hasOwn(queryDialects, service);
}
