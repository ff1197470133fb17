import { CustomResource, Duration, NestedStack } from 'aws-cdk-lib';
import { FilterRule, type Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type BackgroundWorkerId, type WorkerId, workers } from '../../shared/contract/workers.ts';
import { allow, type Resources } from '../access/access.ts';
import type { Settings } from '../config.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { Triggers } from '../constructs/triggers.ts';
import type { DataStack } from './data-stack.ts';
import type { SandboxesStack } from './sandboxes-stack.ts';

export interface WorkersStackProps {
  readonly settings: Settings;
  readonly bundles: FunctionBundles;
  readonly data: DataStack;
  readonly resources: Resources;
  readonly sandboxes: SandboxesStack;
}

/** The authorizer, the other workers and what invokes them. */
export class WorkersStack extends NestedStack {
  readonly triggers: Triggers;
  readonly #workers: ReadonlyMap<WorkerId, LambdaFunction>;

  constructor(scope: Construct, { settings, bundles, data, sandboxes, resources }: WorkersStackProps) {
    super(scope, 'Workers', { description: 'Agent Conversation Service: workers and what invokes them' });
    this.#workers = new Map(
      workers.map((worker) => {
        const { lambda } = new ServiceFunction(this, worker.id, { ...worker, bundles, settings });
        allow(lambda, worker.id, resources);
        return [worker.id, lambda];
      }),
    );
    this.triggers = new Triggers(this, 'Triggers');
    this.#connect(data, sandboxes);
    if (resources.ingress?.keyValueStoreArn !== undefined) this.#writeEdgeEntries(data);
    this.#installIngressKeys(resources);
  }

  /** Installs the keys when the store is made or replaced, or the service moves. The rotation installs later ones. */
  #installIngressKeys({ ingress, edgeUrl }: Resources): void {
    if (ingress?.keyValueStoreArn === undefined) return;
    new CustomResource(this, 'IngressKeys', {
      resourceType: 'Custom::IngressKeys',
      serviceToken: this.#worker('install-ingress-keys').functionArn,
      serviceTimeout: Duration.seconds(90),
      properties: { KeyValueStoreArn: ingress.keyValueStoreArn, ServiceUrl: edgeUrl },
    });
  }

  /** One run for each shard at a time, which takes what came during the run before it. */
  #writeEdgeEntries({ tables }: DataStack): void {
    const asked = { dynamodb: { NewImage: { write: { S: FilterRule.isEqual('yes') } } } };
    const options = { where: asked, batchSize: 100, parallel: 1 };
    this.triggers.onChangesOf(tables.edgeEntries, ['INSERT', 'MODIFY'], this.#worker('write-edge-entries'), options);
  }

  #worker(id: BackgroundWorkerId): LambdaFunction {
    const worker = this.#workers.get(id);
    if (!worker) throw new Error(`There is no worker '${id}'.`);
    return worker;
  }

  #connect(data: DataStack, sandboxes: SandboxesStack): void {
    const { triggers } = this;
    const reconcile = this.#worker('reconcile-sandbox');
    const sweep = this.#worker('sweep-sandboxes');
    const dispatch = this.#worker('dispatch-start-tasks');
    triggers.onChangesOf(data.tables.sandboxes, ['INSERT', 'MODIFY'], reconcile);
    // This worker queues webhooks too, because more than two readers of a stream slow each other down.
    triggers.onChangesOf(data.tables.sandboxes, ['INSERT', 'MODIFY', 'REMOVE'], dispatch);
    // Not MODIFY: the worker itself makes these changes, and would invoke itself forever.
    triggers.onChangesOf(data.tables.startTasks, ['INSERT'], dispatch);
    triggers.onEvents('TaskChanges', sandboxes.runner.taskChanges, reconcile);
    triggers.onEvents('SnapshotEnds', sandboxes.runner.snapshotEnds, reconcile);
    // Without retries: the next minute's sweep makes up for a lost one.
    triggers.every('Sweep', 1, sweep, 0);
    // Several times within the hour for which ECS remembers stopped tasks.
    triggers.every('UsageComparison', 20, this.#worker('reconcile-usage'), 2);
    triggers.asynchronous(this.#worker('reconcile-usage'), { retries: 2, maxAgeMinutes: 20 });
    triggers.asynchronous(reconcile, { retries: 2, maxAgeMinutes: 60 });
    triggers.asynchronous(sweep, { retries: 0, maxAgeMinutes: 1 });
    // The next sweep starts it again.
    triggers.asynchronous(this.#worker('sweep-segment'), { retries: 0, maxAgeMinutes: 1 });
    triggers.asynchronous(this.#worker('boot-sandbox'), { retries: 2, maxAgeMinutes: 10 });
    // The sweep makes up for a lost invocation of these three.
    triggers.asynchronous(this.#worker('stop-sandbox'), { retries: 2, maxAgeMinutes: 10 });
    triggers.asynchronous(this.#worker('wake-sandbox'), { retries: 0, maxAgeMinutes: 5 });
    triggers.asynchronous(this.#worker('reconcile-snapshot'), { retries: 0, maxAgeMinutes: 5 });
    // The sweep makes up for a lost invocation.
    triggers.asynchronous(this.#worker('check-sandbox-spec'), { retries: 0, maxAgeMinutes: 5 });
    triggers.asynchronous(this.#worker('run-start-task'), { retries: 2, maxAgeMinutes: 60 });
    triggers.asynchronous(this.#worker('deliver-messages'), { retries: 2, maxAgeMinutes: 60 });
    triggers.onChangesOf(data.tables.conversations, ['INSERT', 'MODIFY', 'REMOVE'], this.#worker('queue-webhooks'));
    triggers.onChangesOf(data.tables.snapshots, ['INSERT', 'MODIFY'], this.#worker('queue-webhooks'));
    triggers.onChangesOf(data.tables.integratorEvents, ['INSERT'], this.#worker('queue-webhooks'));
    // The sweep makes up for a lost invocation.
    triggers.asynchronous(this.#worker('deliver-webhooks'), { retries: 0, maxAgeMinutes: 5 });
    triggers.onChangesOf(data.tables.conversations, ['REMOVE'], this.#worker('purge-events'));
    // The next start of the sandbox, or its next webhook, makes up for a lost invocation.
    triggers.asynchronous(this.#worker('backfill-events'), { retries: 2, maxAgeMinutes: 60 });
  }
}
