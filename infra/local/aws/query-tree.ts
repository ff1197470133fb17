/** The parameters of a request of the Query protocol as a tree: `Filter.1.Name=a` as Filter → 1 → Name → a. */
export type QueryTree = ReadonlyMap<string, QueryTree | string>;
