/** Traits of a member that change its wire name, under their names in Smithy. */
export interface Traits {
  readonly xmlName?: string;
  readonly ec2QueryName?: string;
}

/** A shape of AWS's service model, reduced to what the check of a request needs. */
export type Shape = Leaf | ListShape | MapShape | StructureShape;

interface Leaf {
  readonly kind: 'string' | 'number' | 'boolean' | 'blob' | 'timestamp' | 'document';
}

interface ListShape {
  readonly kind: 'list';
  readonly element: () => Shape;
}

interface MapShape {
  readonly kind: 'map';
  readonly value: () => Shape;
}

export interface StructureShape {
  /** A union is a structure with exactly one member. */
  readonly kind: 'structure' | 'union';
  readonly name: string;
  readonly members: ReadonlyMap<string, Member>;
}

interface Member {
  readonly shape: () => Shape;
  readonly traits: Traits;
  readonly required: boolean;
  /** Whether the SDK fills it in when the caller leaves it out. */
  readonly generated: boolean;
}

/** The schema of an operation in an SDK client: `[9, namespace, name, traits, input, output]`. */
export type OperationSchema = readonly [kind: 9, namespace: string, name: string, traits: unknown, input: unknown];

const LEAVES: Readonly<Record<number, Leaf>> = {
  0: { kind: 'string' },
  1: { kind: 'number' },
  2: { kind: 'boolean' },
  15: { kind: 'document' },
  17: { kind: 'number' },
  19: { kind: 'number' },
  21: { kind: 'blob' },
  42: { kind: 'blob' },
  ...Object.fromEntries([4, 5, 6, 7].map((format) => [format, { kind: 'timestamp' }])),
};

/** Added to the number of a leaf, for a list or a map of it. */
const LIST_OF = 64;
const MAP_OF = 128;

/** Kinds of schemas that are tuples with a namespace and a name. */
const SIMPLE = 0;
const LIST = 1;
const MAP = 2;
const STRUCTURE = 3;
const UNION = 4;

const IDEMPOTENCY_TOKEN = 4;

const known = new WeakMap<object, Shape>();

export function isOperation(schema: unknown): schema is OperationSchema {
  return Array.isArray(schema) && schema[0] === 9;
}

/** The shape of an operation's input. */
export function inputOf(operation: OperationSchema): StructureShape {
  const shape = shapeOf(operation[4]);
  if (shape.kind !== 'structure') throw new Error(`The input of ${operation[2]} is not a structure but ${shape.kind}.`);
  return shape;
}

/** @throws for an unknown kind of schema, which a new version of the SDK may have */
function shapeOf(reference: unknown): Shape {
  if (typeof reference === 'function') return shapeOf(reference());
  if (typeof reference === 'number') return simpleShape(reference);
  // The input of an operation without parameters.
  if (reference === 'unit') return { kind: 'structure', name: 'Unit', members: new Map() };
  if (!Array.isArray(reference)) return LEAVES[15] as Leaf;
  // A member is a schema with its own traits.
  if (typeof reference[1] !== 'string') return shapeOf(reference[0]);
  const shape = known.get(reference) ?? tupleShape(reference);
  known.set(reference, shape);
  return shape;
}

function simpleShape(number: number): Shape {
  if (number >= MAP_OF) return { kind: 'map', value: () => simpleShape(number - MAP_OF) };
  if (number >= LIST_OF) return { kind: 'list', element: () => simpleShape(number - LIST_OF) };
  const leaf = LEAVES[number];
  if (!leaf) throw new Error(`The SDK's schemas have a new simple type, ${number}: add it to ${import.meta.filename}.`);
  return leaf;
}

function tupleShape(tuple: readonly unknown[]): Shape {
  const [kind, , name, , first, second, required] = tuple;
  switch (kind) {
    case SIMPLE:
      return shapeOf(first);
    case LIST:
      return { kind: 'list', element: () => shapeOf(first) };
    case MAP:
      return { kind: 'map', value: () => shapeOf(second) };
    case STRUCTURE:
    case UNION:
      return {
        kind: kind === UNION ? 'union' : 'structure',
        name: String(name),
        members: membersOf(first as readonly string[], second as readonly unknown[], Number(required ?? 0)),
      };
    default:
      throw new Error(`The SDK's schemas have a new kind, ${String(kind)}: add it to ${import.meta.filename}.`);
  }
}

/** Required members come first. */
function membersOf(names: readonly string[], schemas: readonly unknown[], required: number) {
  return new Map(
    names.map((name, index): [string, Member] => {
      const schema = schemas[index];
      const traits = Array.isArray(schema) && typeof schema[1] !== 'string' ? schema[1] : undefined;
      return [
        name,
        {
          shape: () => shapeOf(schema),
          traits: typeof traits === 'object' && traits !== null ? traits : {},
          required: index < required,
          generated: typeof traits === 'number' && (traits & IDEMPOTENCY_TOKEN) !== 0,
        },
      ];
    }),
  );
}
