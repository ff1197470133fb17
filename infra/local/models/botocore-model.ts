import { expression, type Limit, type Limits } from './limits.ts';

/** A service model of botocore, as far as limits stand in it. */
export interface BotocoreModel {
  readonly operations: Readonly<Record<string, { readonly input?: Reference }>>;
  readonly shapes: Readonly<Record<string, BotocoreShape>>;
}

interface Reference {
  readonly shape: string;
}

interface BotocoreShape extends Limit {
  readonly type: string;
  readonly members?: Readonly<Record<string, Reference>>;
  readonly member?: Reference;
  readonly value?: Reference;
}

/** The limits in the inputs of these operations, by `Structure.member`. @throws when the model lacks an operation */
export function inputLimits({ operations, shapes }: BotocoreModel, names: readonly string[]): Limits {
  const limits: Record<string, Limit> = {};
  const seen = new Set<string>();
  const shapeOf = ({ shape }: Reference): BotocoreShape => shapes[shape] ?? { type: shape };

  const addStructure = (reference: Reference): void => {
    if (seen.has(reference.shape)) return;
    seen.add(reference.shape);
    for (const [name, member] of Object.entries(shapeOf(reference).members ?? {})) {
      addMember(`${reference.shape}.${name}`, member);
    }
  };
  const addMember = (place: string, reference: Reference): void => {
    const shape = shapeOf(reference);
    const limit = limitOf(shape);
    if (limit) limits[place] = limit;
    if (shape.type === 'structure') addStructure(reference);
    if (shape.member) addMember(`${place}[]`, shape.member);
    if (shape.value) addMember(`${place}{}`, shape.value);
  };

  for (const name of names) {
    const operation = operations[name];
    if (!operation) throw new Error(`The model has no operation ${name}.`);
    if (operation.input) addStructure(operation.input);
  }
  return limits;
}

/** A pattern that JavaScript cannot read is left out: it is for Java. */
function limitOf({ min, max, pattern }: BotocoreShape): Limit | undefined {
  const readable = pattern !== undefined && isReadable(pattern) ? pattern : undefined;
  if (min === undefined && max === undefined && readable === undefined) return undefined;
  return {
    ...(min !== undefined && { min }),
    ...(max !== undefined && { max }),
    ...(readable !== undefined && { pattern: readable }),
  };
}

function isReadable(pattern: string): boolean {
  try {
    expression(pattern);
    return true;
  } catch (error) {
    if (error instanceof SyntaxError) return false;
    throw error;
  }
}
