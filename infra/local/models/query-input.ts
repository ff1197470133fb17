import type { Shape, StructureShape } from './schema.ts';

/** The parameters of a request of the Query protocol as a tree: `Filter.1.Name=a` as Filter → 1 → Name → a. */
export type QueryTree = ReadonlyMap<string, QueryTree | string>;

/**
 * A request of EC2's Query protocol under the names of its model, its numbers and booleans read. What the model does
 * not know keeps its own name, so that a check finds it.
 */
export function queryInput(tree: QueryTree, { members }: StructureShape): Readonly<Record<string, unknown>> {
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

/** The numbers only tell the order. */
function inOrder(tree: QueryTree): readonly (QueryTree | string)[] {
  return [...tree].sort(([a], [b]) => Number(a) - Number(b)).map(([, value]) => value);
}
