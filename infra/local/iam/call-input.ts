/** The input of an operation, or a part of it. */
export type Input = Readonly<Record<string, unknown>>;

/** The parts in a list; none if it is no list. */
export function inputs(value: unknown): readonly Input[] {
  return Array.isArray(value) ? value : [];
}
