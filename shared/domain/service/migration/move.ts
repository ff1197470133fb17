/** The replacement of a legacy endpoint. The only markup in texts is `code` in backticks. */
export interface Move {
  /** Method and path from the contract. */
  readonly legacy: string;
  /** Method and path of the replacement; null without one. */
  readonly current: string | null;
  readonly note?: string;
  /** The replacement of each query parameter and each field of the body. */
  readonly request?: Fields;
  /** The replacement of each field of the response. */
  readonly answer?: Fields;
}

export type Fields = Readonly<Record<string, string>>;

/** Fields that keep their name and meaning. */
export function unchanged(...names: readonly string[]): Fields {
  return Object.fromEntries(names.map((name) => [name, 'unchanged']));
}
