import type { Method } from './api.ts';

interface Match {
  readonly method: Method;
  readonly pathParameters: Readonly<Record<string, string>>;
}

interface Node {
  readonly literals: Map<string, Node>;
  parameter?: { readonly name: string; readonly node: Node };
  /** `{name+}`: matches the rest of the path. */
  greedy?: { readonly name: string; readonly node: Node };
  readonly methods: Map<string, Method>;
}

export type Router = (method: string, path: string) => Match | undefined;

/**
 * Finds the method for a path. Per segment, a literal wins over `{name}`, which wins over `{name+}`. The resource must
 * then have the method or ANY: GET never serves HEAD, and a mere parent of others serves nothing. As in REST APIs,
 * parameters keep the client's percent-encoding.
 *
 * The router throws URIError for a path with invalid percent-encoding.
 */
export function createRouter(methods: readonly Method[]): Router {
  const root = newNode();
  for (const method of methods) {
    let node = root;
    for (const segment of segmentsOf(method.resourcePath)) node = childFor(node, segment);
    node.methods.set(method.httpMethod, method);
  }
  return (httpMethod, path) => {
    const found = walk(root, segmentsOf(path));
    const method = found?.node.methods.get(httpMethod) ?? found?.node.methods.get('ANY');
    return found && method && { method, pathParameters: found.parameters };
  };
}

function newNode(): Node {
  return { literals: new Map(), methods: new Map() };
}

function childFor(node: Node, segment: string): Node {
  const [, name, plus] = /^\{([^}+]+)(\+?)\}$/.exec(segment) ?? [];
  if (name === undefined) {
    const child = node.literals.get(segment) ?? newNode();
    node.literals.set(segment, child);
    return child;
  }
  const kind = plus ? 'greedy' : 'parameter';
  const child = node[kind] ?? { name, node: newNode() };
  node[kind] = child;
  return child.node;
}

/** A trailing slash is ignored. */
function segmentsOf(path: string): readonly string[] {
  const trimmed = path.replace(/^\//, '').replace(/\/$/, '');
  return trimmed === '' ? [] : trimmed.split('/');
}

interface Found {
  readonly node: Node;
  readonly parameters: Readonly<Record<string, string>>;
}

function walk(node: Node, segments: readonly string[]): Found | undefined {
  const [segment, ...rest] = segments;
  if (segment === undefined) return { node, parameters: {} };
  const literal = node.literals.get(decodeURIComponent(segment));
  return (
    (literal && walk(literal, rest)) ??
    (node.parameter && segment !== ''
      ? withParameter(walk(node.parameter.node, rest), node.parameter.name, segment)
      : undefined) ??
    (node.greedy && withParameter(walk(node.greedy.node, []), node.greedy.name, segments.join('/')))
  );
}

function withParameter(found: Found | undefined, name: string, value: string): Found | undefined {
  return found && { node: found.node, parameters: { [name]: value, ...found.parameters } };
}
