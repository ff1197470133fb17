import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { codedEndpoints, endpoints } from '../../shared/contract/index.ts';
import type { Endpoint } from '../../shared/http/endpoint.ts';
import type { Resources } from '../access/grants.ts';
import { workerAccess } from '../access/workers.ts';
import { prefixOf, type Settings } from '../config.ts';
import { Alarms } from '../constructs/alarms.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import { ServiceApi } from '../constructs/rest-api.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import { workers } from '../workers.ts';
import type { DataStack } from './data-stack.ts';
import { FunctionsStack } from './functions-stack.ts';
import type { RuntimeStack } from './runtime-stack.ts';
import { WorkersStack } from './workers-stack.ts';

/** The variables by which functions find the workers that they call. */
const workerVariables = {
  'boot-sandbox': 'BOOT_SANDBOX_FUNCTION',
  'stop-sandbox': 'STOP_SANDBOX_FUNCTION',
  'wake-sandbox': 'WAKE_SANDBOX_FUNCTION',
  'run-start-task': 'RUN_START_TASK_FUNCTION',
  'deliver-messages': 'DELIVER_MESSAGES_FUNCTION',
  'backfill-events': 'BACKFILL_EVENTS_FUNCTION',
  'deliver-webhooks': 'DELIVER_WEBHOOKS_FUNCTION',
} as const;

export interface ApiStackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly runtime: RuntimeStack;
  readonly bundles: FunctionBundles;
}

/**
 * The REST API with its paths, its authorizer, and what watches over the service. The routes and the functions behind them are in nested stacks, one for each area of
 * the interface, and the workers in one more.
 */
export class ApiStack extends Stack {
  readonly #props: ApiStackProps;

  constructor(scope: Construct, props: ApiStackProps) {
    super(scope, `${prefixOf(props.settings)}-api`, {
      description: 'Agent Conversation Service: REST API and functions',
    });
    const { settings, data } = props;
    this.#props = props;
    const authorizer = this.#makeAuthorizer();
    const api = new ServiceApi(this, 'Api', { authorizer: authorizer.lambda, settings });
    const workersStack = new WorkersStack(this, props);
    const resources = this.#resources(api, workersStack);
    for (const { id } of workers) {
      workerAccess[id](id === 'authorize' ? authorizer.lambda : workersStack.worker(id), resources);
    }
    this.#addRoutes(api, resources);
    if (settings.alarms) {
      new Alarms(this, 'Alarms', {
        deployment: prefixOf(settings),
        failures: workersStack.triggers.failures,
        topicArn: settings.alarmTopicArn,
      });
    }

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, 'ApiKeysTable', { value: data.apiKeys.table.tableName });
    new CfnOutput(this, 'OwnersTable', { value: data.owners.table.tableName });
  }

  #makeAuthorizer(): ServiceFunction {
    const [authorize] = workers;
    return new ServiceFunction(this, authorize.id, { ...authorize, ...this.#props });
  }

  #addRoutes(api: ServiceApi, resources: Resources): void {
    const areas = new Map<string, FunctionsStack>();
    const areaOf = ({ area }: Endpoint): FunctionsStack => {
      const stack = areas.get(area) ?? new FunctionsStack(this, { ...this.#props, area, resources, api });
      areas.set(area, stack);
      return stack;
    };
    for (const endpoint of codedEndpoints) areaOf(endpoint).add(endpoint);
    for (const endpoint of endpoints as readonly Endpoint[]) {
      if (endpoint.constant !== undefined) areaOf(endpoint).addConstant(endpoint, endpoint.constant);
    }
    // Areas may share a path. Its fallback stands with the first of them.
    for (const [path, [first, ...others]] of Map.groupBy(endpoints, (endpoint) => endpoint.path)) {
      if (first)
        areaOf(first).addFallback(
          path,
          [first, ...others].map(({ method }) => method),
        );
    }
  }

  #resources(api: ServiceApi, workersStack: WorkersStack): Resources {
    const { data, runtime, settings } = this.#props;
    return {
      data,
      runner: runtime.runner,
      disks: runtime.disks,
      settings,
      publicBaseUrl: api.baseUrl,
      allowInvoke: (fn, id) => {
        const worker = workersStack.worker(id);
        fn.addToRolePolicy(
          new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources: [worker.functionArn] }),
        );
        fn.addEnvironment(workerVariables[id], worker.functionName);
      },
    };
  }
}
