/** How callers replace one legacy endpoint. A text may hold `code` between backticks and no other markup. */
export interface Move {
  /** Method and path, as the contract has them. */
  readonly legacy: string;
  /** The same of its replacement; null without one. */
  readonly current: string | null;
  readonly note?: string;
  /** The mapping of each query parameter and each field of the body. */
  readonly request: Fields;
  /** Where each field of the answer is found now. */
  readonly answer: Fields;
}

export type Fields = Readonly<Record<string, string>>;

/** Fields that have the name and the meaning that they had. */
export function unchanged(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, 'unchanged']));
}
