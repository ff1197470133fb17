import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { BackgroundWorkerId } from '../../shared/contract/workers.ts';
import type { Settings } from '../config.ts';
import type { MasterSecret } from '../constructs/master-secret.ts';
import type { SandboxDisks } from '../constructs/sandbox-disks.ts';
import type { SandboxRunner } from '../constructs/sandbox-runner.ts';
import type { ServiceTable } from '../constructs/service-table.ts';
import type { VaultKey } from '../constructs/vault-key.ts';

/** The tables, each with its indexes, and the keys of the service. */
export interface Data {
  readonly apiKeys: ServiceTable<'created_at_index'>;
  readonly owners: ServiceTable;
  readonly sandboxes: ServiceTable<
    'created_at_index' | 'watch_index' | 'stored_index' | 'counted_index' | 'deleted_index'
  >;
  readonly launchPaces: ServiceTable;
  /** How far the sweep has come. */
  readonly sweepParts: ServiceTable;
  readonly conversations: ServiceTable<'created_at_index'>;
  readonly startTasks: ServiceTable<'created_at_index' | 'updated_at_index' | 'sandbox_index' | 'watch_index'>;
  readonly events: ServiceTable<'timestamp_index'>;
  readonly pendingMessages: ServiceTable;
  readonly settings: ServiceTable;
  readonly secrets: ServiceTable;
  readonly deviceCodes: ServiceTable;
  readonly apiCalls: ServiceTable;
  readonly audit: ServiceTable;
  /** What integrators are to hear of, until they have. */
  readonly integratorEvents: ServiceTable;
  readonly webhookEndpoints: ServiceTable<'due_index'>;
  readonly webhookMessages: ServiceTable<'work_index'>;
  readonly idempotency: ServiceTable;
  readonly usage: ServiceTable<'ended_index'>;
  /** Which requests wait at the moment. */
  readonly waits: ServiceTable;
  readonly usageSums: ServiceTable;
  readonly masterSecret: MasterSecret;
  readonly vaultKey: VaultKey;
}

/** How clients, and this service, reach sandboxes through an edge. */
export interface SandboxIngress {
  /** The address of a port, with `{label}` in it. */
  readonly sandboxAddress: string;
  /** Where the edge reads the keys of labels; undefined for a router, which has a way of its own. */
  readonly keyValueStoreArn?: string;
}

/** What a grant gives access to. Each method of these gives a permission with the variable that goes with it. */
export interface Resources {
  readonly data: Data;
  readonly runner: SandboxRunner;
  readonly disks: SandboxDisks;
  readonly settings: Settings;
  /** Undefined where sandboxes are reached directly. */
  readonly ingress?: SandboxIngress | undefined;
  /** Where agents and clients reach the API, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** Lets the function invoke a worker without waiting for its answer. */
  readonly allowInvoke: (fn: LambdaFunction, worker: BackgroundWorkerId) => void;
}

/** Gives one function what it needs, and nothing else. */
export type Grant = (fn: LambdaFunction, resources: Resources) => void;
