/** How a caller of one legacy endpoint does the same in the current generation. A text may hold `code` between backticks, and nothing else that is marked. */
export interface Move {
  /** Method and path, as the contract has them. */
  readonly legacy: string;
  /** The same of what takes its place; null where nothing does. */
  readonly current: string | null;
  readonly note?: string;
  /** What becomes of each parameter of the query and each field of the body. */
  readonly request: Fields;
  /** Where each field of the answer is found now. */
  readonly answer: Fields;
}

export type Fields = Readonly<Record<string, string>>;

/** Fields that have the name and the meaning that they had. */
export function unchanged(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, 'unchanged']));
}
