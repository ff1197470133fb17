/**
 * Partition key and sort key of an index. It holds whole rows, or only the attributes of `include`. An index with only
 * a sort key is local: it has the partition key of its table and can be read consistently, but all rows of one key can
 * take at most 10 GB, and it can only be created with its table.
 */
export type IndexKeys =
  | readonly [string, string]
  | { readonly keys: readonly [string, string]; readonly include: readonly string[] }
  | { readonly sortKey: string; readonly include: readonly string[] };

export interface TableDefinition {
  readonly partitionKey: string;
  readonly sortKey?: string;
  /** By name. A row that lacks a key of an index is not in it. */
  readonly indexes?: Readonly<Record<string, IndexKeys>>;
  /** `keys` if rows can hold secrets, which must not outlive them in the stream. */
  readonly stream?: 'keys' | 'images';
  /** The attribute with the time, in seconds since 1970, after which DynamoDB can remove the row. */
  readonly expiresBy?: string;
}
