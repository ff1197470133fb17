import type { CodedEndpoint } from '../contract/coded-endpoints.ts';
import type { BackgroundWorkerId, workers } from '../contract/workers.ts';
import type { IndexOf, TableName } from './tables.ts';

/**
 * Actions on items. A transaction needs the action of each of its parts. `Query` applies to the table, not to its
 * indexes.
 */
export type ItemAction =
  | 'GetItem'
  | 'BatchGetItem'
  | 'PutItem'
  | 'UpdateItem'
  | 'DeleteItem'
  | 'ConditionCheckItem'
  | 'Query'
  | 'Scan';

/** An action on a table, or the name of an index for queries of that index. */
export type RightTo<Name extends TableName> = ItemAction | IndexOf<Name>;

/** The rights other than those to tables. */
export interface OtherRights {
  /** The secret that the keys of sandboxes derive from. */
  readonly masterSecret: 'read';
  /** The operator's key for language models. */
  readonly modelSecret: 'read';
  /** The key of owners' secrets. */
  readonly vaultKey: 'seal' | 'open';
  /** From the address of the deployment, if it has one. */
  readonly mail: 'send';
  /** Workers that the function starts without waiting for them. */
  readonly workers: BackgroundWorkerId;
  readonly tasks: 'run' | 'register' | 'stop' | 'describe' | 'list' | 'find-address';
  /** The logs of tasks: `read` a stream from a time on, or `search` it for lines with a mark. */
  readonly logs: 'read' | 'search';
  /**
   * `copy`: a volume to a snapshot, and deletes snapshots. `read-saved`: the blocks of snapshots. `compare-saved`:
   * which blocks differ between two of them.
   */
  readonly disks: 'copy' | 'delete-volumes' | 'note-orphans' | 'read-saved' | 'compare-saved';
  /** The store from which the edge reads the ingress keys. */
  readonly edgeKeys: 'install';
  /** The entries of sandboxes in the same store. */
  readonly edgeStore: 'write';
  readonly variables: Variable;
}

/** An environment variable that does not name a resource. Variables of resources follow from the rights to them. */
export type Variable =
  | 'ALLOWED_ORIGINS'
  | 'DELIVERY_LIMITS'
  | 'DEPLOYMENT'
  | 'EDGE_SERVICE_URL'
  | 'GIT_BASES'
  | 'LASTING_ADDRESSES'
  | 'LEGACY_SUNSET'
  | 'LLM_API_KEY_SECRET_ARN'
  | 'LLM_BASE_URL'
  | 'LLM_BROKER_URL'
  | 'LLM_MODEL'
  | 'LLM_MODELS'
  | 'MAIL_FROM'
  | 'MODEL_CALLS'
  | 'MODEL_PRICES'
  | 'OIDC'
  | 'OWNER_SPECS'
  | 'PUBLIC_BASE_URL'
  | 'PUBLIC_LINKS'
  | 'REQUESTS_PER_MINUTE'
  | 'SANDBOX_ADDRESS'
  | 'SANDBOX_LIMIT'
  | 'VCPU_LIMIT'
  | 'SANDBOX_PORTS'
  | 'SNAPSHOT_LIMIT'
  | 'STAGE'
  | 'WAITS'
  | 'WAITS_PER_KEY'
  | 'WEBHOOK_LOOPBACK'
  | 'WEB_CLIENT';

/** All rights of one function. */
export type Statement = {
  readonly [Name in TableName]?: readonly RightTo<Name>[];
} & { readonly [Kind in keyof OtherRights]?: readonly OtherRights[Kind][] };

type KeysOf<S> = S extends unknown ? keyof S : never;
type ItemsOf<S, Key extends PropertyKey> = S extends { readonly [K in Key]: readonly (infer Item)[] } ? Item : never;

export type Merged<S> = { readonly [Key in KeysOf<S>]: readonly ItemsOf<S, Key>[] };

/** Merges statements. The type keeps each right, and the wiring of the function is checked against it. */
export function rights<const Parts extends readonly Statement[]>(...parts: Parts): Merged<Parts[number]> {
  const merged: Record<string, readonly string[]> = {};
  for (const [key, items] of parts.flatMap((part) => Object.entries<readonly string[]>(part)))
    merged[key] = [...new Set([...(merged[key] ?? []), ...items])];
  return merged as Merged<Parts[number]>;
}

/**
 * The name of a table in this deployment, with rights to it. A table with more rights can be passed where fewer are
 * needed, but not a table of another name. A plain string is also accepted, as tests and operators' programs have all
 * rights.
 */
export type Table<Name extends TableName, Rights extends RightTo<Name> = never> = string & {
  readonly '~table'?: Name;
  readonly '~rights'?: { readonly [Right in Rights]: true };
};

export type Tables<Name extends TableName> = { readonly [N in Name]: Table<N> };

/** The name of a worker's function in this deployment. */
export type WorkerName<Id extends BackgroundWorkerId> = string & { readonly '~worker'?: Id };

/** What the wiring of a function receives: only the names of the resources in its statement. */
export type GrantedBy<S> = {
  readonly [Name in keyof S & TableName]: Table<Name, ItemsOf<S, Name> & RightTo<Name>>;
} & { readonly [Id in ItemsOf<S, 'workers'> & BackgroundWorkerId]: WorkerName<Id> } & {
  readonly [Key in keyof S & ('masterSecret' | 'vaultKey')]: string;
};

type InArea<Area, One> = One extends { readonly area: Area; readonly id: infer Id extends string } ? Id : never;

/** A statement for each function of an area. If one is missing, the area's file does not compile. */
export type AreaRights<Area extends string> = {
  readonly [Id in InArea<Area, CodedEndpoint | (typeof workers)[number]>]: Statement;
};

/** Resources that a function finds by an environment variable. */
export type Resource = TableName | BackgroundWorkerId | 'masterSecret' | 'vaultKey';

/** The environment variable with the name or ARN of a resource, such as `API_KEYS_TABLE` or `BOOT_SANDBOX_FUNCTION`. */
export function variableOf(resource: Resource): string {
  const name = resource.replaceAll(/[A-Z]/g, '_$&').replaceAll('-', '_').toUpperCase();
  if (resource === 'masterSecret' || resource === 'vaultKey') return `${name}_ARN`;
  // Only ids of workers contain hyphens.
  return resource.includes('-') ? `${name}_FUNCTION` : `${name}_TABLE`;
}
