import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { Construct } from 'constructs';
import { type EndpointId, endpoints } from '../../shared/contract/index.ts';
import type { Resources } from '../access/grants.ts';
import { workerAccess } from '../access/workers.ts';
import { endpointAccess } from '../access.ts';
import { prefixOf, type Settings } from '../config.ts';
import { Alarms } from '../constructs/alarms.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import { ServiceApi } from '../constructs/rest-api.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { Triggers } from '../constructs/triggers.ts';
import { type WorkerId, workers } from '../workers.ts';
import type { DataStack } from './data-stack.ts';
import type { RuntimeStack } from './runtime-stack.ts';

/** What answers late on purpose gets what API Gateway waits for at most. */
const patientEndpoints: Partial<Record<EndpointId, number>> = { 'get-sandbox': 29 };

/** Enough for a handler whose time goes into TLS and JSON, and well below the 29 seconds that API Gateway waits. */
const endpointSize = { timeoutSeconds: 15, memoryMegabytes: 512 };

/** The variables by which functions find the workers that they call. */
const workerVariables = {
  'boot-sandbox': 'BOOT_SANDBOX_FUNCTION',
  'stop-sandbox': 'STOP_SANDBOX_FUNCTION',
  'wake-sandbox': 'WAKE_SANDBOX_FUNCTION',
  'run-start-task': 'RUN_START_TASK_FUNCTION',
} as const;

export interface ApiStackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly runtime: RuntimeStack;
  readonly bundles: FunctionBundles;
}

/** All code: one Lambda for each endpoint behind the REST API, the workers with what calls them, and what watches over them. */
export class ApiStack extends Stack {
  readonly #props: ApiStackProps;
  readonly #workers: ReadonlyMap<WorkerId, LambdaFunction>;

  constructor(scope: Construct, props: ApiStackProps) {
    super(scope, `${prefixOf(props.settings)}-api`, {
      description: 'Agent Conversation Service: REST API and functions',
    });
    this.#props = props;
    this.#workers = this.#makeWorkers();
    const api = this.#makeApi();
    const triggers = this.#connectWorkers();
    if (props.settings.alarms) {
      new Alarms(this, 'Alarms', {
        deployment: prefixOf(props.settings),
        failures: triggers.failures,
        topicArn: props.settings.alarmTopicArn,
      });
    }

    new CfnOutput(this, 'BaseUrl', { value: baseUrlOf(api) });
    new CfnOutput(this, 'ApiKeysTable', { value: props.data.apiKeys.table.tableName });
    new CfnOutput(this, 'OwnersTable', { value: props.data.owners.table.tableName });
  }

  #makeWorkers(): ReadonlyMap<WorkerId, LambdaFunction> {
    const { bundles, settings } = this.#props;
    return new Map(
      workers.map((worker) => [
        worker.id,
        new ServiceFunction(this, worker.id, { ...worker, bundles, settings }).lambda,
      ]),
    );
  }

  #makeApi(): ServiceApi {
    const { bundles, settings } = this.#props;
    const api = new ServiceApi(this, 'Api', { authorizer: this.#worker('authorize'), settings });
    for (const endpoint of endpoints) {
      const timeoutSeconds = patientEndpoints[endpoint.id] ?? endpointSize.timeoutSeconds;
      const size = { ...endpointSize, timeoutSeconds };
      const { lambda } = new ServiceFunction(this, endpoint.id, { ...endpoint, ...size, bundles, settings });
      lambda.addEnvironment('ALLOWED_ORIGINS', settings.allowedOrigins.join(','));
      if (endpoint.generation === 'legacy' && settings.legacySunset !== undefined) {
        lambda.addEnvironment('LEGACY_SUNSET', settings.legacySunset);
      }
      endpointAccess[endpoint.id](lambda, this.#resources());
      api.addRoute(endpoint, lambda);
    }
    api.addFallbacks(endpoints);
    return api;
  }

  #connectWorkers(): Triggers {
    const { data, runtime } = this.#props;
    for (const { id } of workers) workerAccess[id](this.#worker(id), this.#resources());

    const reconcile = this.#worker('reconcile-sandbox');
    const sweep = this.#worker('sweep-sandboxes');
    const dispatch = this.#worker('dispatch-start-tasks');
    const triggers = new Triggers(this, 'Triggers');
    triggers.onChangesOf(data.sandboxes, ['INSERT', 'MODIFY'], reconcile);
    triggers.onChangesOf(data.sandboxes, ['MODIFY', 'REMOVE'], dispatch);
    // Not its changes: each is the work of its worker, which would wake itself without end.
    triggers.onChangesOf(data.startTasks, ['INSERT'], dispatch);
    triggers.onEvents('TaskChanges', runtime.runner.taskChanges, reconcile);
    triggers.onEvents('SnapshotEnds', runtime.runner.snapshotEnds, reconcile);
    triggers.everyMinute('Sweep', sweep);
    triggers.asynchronous(reconcile, { retries: 2, maxAgeMinutes: 60 });
    triggers.asynchronous(sweep, { retries: 0, maxAgeMinutes: 1 });
    triggers.asynchronous(this.#worker('boot-sandbox'), { retries: 2, maxAgeMinutes: 10 });
    // What these two leave undone, the sweep does a little later.
    triggers.asynchronous(this.#worker('stop-sandbox'), { retries: 2, maxAgeMinutes: 10 });
    triggers.asynchronous(this.#worker('wake-sandbox'), { retries: 0, maxAgeMinutes: 5 });
    triggers.asynchronous(this.#worker('run-start-task'), { retries: 2, maxAgeMinutes: 60 });
    return triggers;
  }

  #resources(): Resources {
    const { data, runtime, settings } = this.#props;
    return {
      data,
      runner: runtime.runner,
      disks: runtime.disks,
      settings,
      allowInvoke: (fn, id) => {
        const worker = this.#worker(id);
        fn.addToRolePolicy(
          new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [worker.functionArn] }),
        );
        fn.addEnvironment(workerVariables[id], worker.functionName);
      },
    };
  }

  #worker(id: WorkerId): LambdaFunction {
    const worker = this.#workers.get(id);
    if (!worker) throw new Error(`There is no worker '${id}'.`);
    return worker;
  }
}

/** Where clients reach the API, without a trailing slash. */
function baseUrlOf({ api }: ServiceApi): string {
  return api.url.replace(/\/$/, '');
}
