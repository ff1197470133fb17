import type { CodedEndpoint } from '../contract/index.ts';
import type { BackgroundWorkerId, workers } from '../contract/workers.ts';
import type { IndexOf, TableName } from './tables.ts';

/** Actions on items. A transaction needs the action of each of its parts. `Query` is of the table itself. */
export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Query'
  | 'Scan';

/** What a function can do with a table. The name of an index stands for queries of that index. */
export type RightTo<Name extends TableName> = ItemAction | IndexOf<Name>;

/** Everything besides tables that a statement can name. */
export interface OtherRights {
  /** The secret from which the keys of sandboxes derive. */
  readonly masterSecret: 'read';
  /** The operator's key for language models. */
  readonly modelSecret: 'read';
  /** The key of owners' secrets. */
  readonly vaultKey: 'seal' | 'open';
  /** Workers that the function starts without waiting for them. */
  readonly workers: BackgroundWorkerId;
  /** Tasks of sandboxes. */
  readonly tasks: 'run' | 'stop' | 'describe' | 'list' | 'find-address';
  /** Volumes and snapshots of sandboxes. */
  readonly disks: 'save-and-delete' | 'note-orphans';
  /** The store where the edge reads the keys of addresses. */
  readonly edgeKeys: 'install';
  /** Settings of the deployment, by their environment variables. */
  readonly variables: Variable;
}

/** An environment variable that is no resource. Those of resources follow from the rights to them. */
export type Variable =
  | 'ALLOWED_ORIGINS'
  | 'DEPLOYMENT'
  | 'GIT_BASES'
  | 'LEGACY_SUNSET'
  | 'LLM_API_KEY_SECRET_ARN'
  | 'LLM_BASE_URL'
  | 'LLM_MODEL'
  | 'LLM_MODELS'
  | 'PUBLIC_BASE_URL'
  | 'REQUESTS_PER_MINUTE'
  | 'SANDBOX_ADDRESS'
  | 'SANDBOX_LIMIT'
  | 'STAGE'
  | 'WAITS'
  | 'WAITS_PER_KEY'
  | 'WEBHOOK_LOOPBACK'
  | 'WEB_CLIENT';

/** What one function can touch. It can touch nothing else. */
export type Statement = {
  readonly [Name in TableName]?: readonly RightTo<Name>[];
} & { readonly [Kind in keyof OtherRights]?: readonly OtherRights[Kind][] };

type KeysOf<S> = S extends unknown ? keyof S : never;
type ItemsOf<S, Key extends PropertyKey> = S extends { readonly [K in Key]: readonly (infer Item)[] } ? Item : never;

/** All of these statements as one. */
export type Merged<S> = { readonly [Key in KeysOf<S>]: readonly ItemsOf<S, Key>[] };

/** One statement of several. Its type keeps each right, which the wiring of the function is checked against. */
export function rights<const Parts extends readonly Statement[]>(...parts: Parts): Merged<Parts[number]> {
  const merged: Record<string, readonly string[]> = {};
  for (const [key, items] of parts.flatMap((part) => Object.entries<readonly string[]>(part)))
    merged[key] = [...new Set([...(merged[key] ?? []), ...items])];
  return merged as Merged<Parts[number]>;
}

/**
 * The name of a table in this deployment, with rights to it. A table with more rights fits where fewer are needed, and
 * one of another name fits nowhere. A plain string fits too: tests and operators' programs have all rights.
 */
export type Table<Name extends TableName, Rights extends RightTo<Name> = never> = string & {
  readonly '~table'?: Name;
  readonly '~rights'?: { readonly [Right in Rights]: true };
};

/** Tables that a store needs, by their names. */
export type Tables<Name extends TableName> = { readonly [N in Name]: Table<N> };

/** The name of a worker's function in this deployment. */
export type WorkerName<Id extends BackgroundWorkerId> = string & { readonly '~worker'?: Id };

/** What the wiring of a function gets: the names of the resources in its statement, and of no others. */
export type GrantedBy<S> = {
  readonly [Name in keyof S & TableName]: Table<Name, ItemsOf<S, Name> & RightTo<Name>>;
} & { readonly [Id in ItemsOf<S, 'workers'> & BackgroundWorkerId]: WorkerName<Id> } & {
  readonly [Key in keyof S & ('masterSecret' | 'vaultKey')]: string;
};

type InArea<Area, One> = One extends { readonly area: Area; readonly id: infer Id extends string } ? Id : never;

/** A statement for each function of an area: without one, the file of the area does not compile. */
export type AreaRights<Area extends string> = {
  readonly [Id in InArea<Area, CodedEndpoint | (typeof workers)[number]>]: Statement;
};

/** Resources that a function finds by an environment variable of their own. */
export type Resource = TableName | BackgroundWorkerId | 'masterSecret' | 'vaultKey';

/** The environment variable with the name or ARN of a resource, such as `API_KEYS_TABLE` or `BOOT_SANDBOX_FUNCTION`. */
export function variableOf(resource: Resource): string {
  const name = resource.replaceAll(/[A-Z]/g, '_$&').replaceAll('-', '_').toUpperCase();
  if (resource === 'masterSecret' || resource === 'vaultKey') return `${name}_ARN`;
  // Ids of workers are the only names with hyphens.
  return resource.includes('-') ? `${name}_FUNCTION` : `${name}_TABLE`;
}
