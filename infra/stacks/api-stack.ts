import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Area } from '../../shared/contract/areas.ts';
import type { Endpoint } from '../../shared/contract/endpoint.ts';
import { codedEndpoints, endpoints } from '../../shared/contract/index.ts';
import { type BackgroundWorkerId, workers } from '../../shared/contract/workers.ts';
import { grantOf } from '../access/index.ts';
import type { Resources } from '../access/resources.ts';
import { prefixOf, type Settings } from '../config.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import { Observability } from '../constructs/observability.ts';
import { ServiceApi } from '../constructs/rest-api.ts';
import { ServiceFunction } from '../constructs/service-function.ts';
import type { DataStack } from './data-stack.ts';
import { FunctionsStack } from './functions-stack.ts';
import type { RuntimeStack } from './runtime-stack.ts';
import { WorkersStack } from './workers-stack.ts';

export interface ApiStackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly runtime: RuntimeStack;
  readonly bundles: FunctionBundles;
}

/** The REST API, its authorizer and alarms. Routes and functions are in nested stacks by area, workers in another. */
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
    for (const worker of workers) {
      const lambda = worker.id === 'authorize' ? authorizer.lambda : workersStack.worker(worker.id);
      grantOf(worker)(lambda, resources);
    }
    this.#addRoutes(api, resources);
    new Observability(this, 'Observability', { settings, data, failures: workersStack.triggers.failures });

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, 'ApiKeysTable', { value: data.apiKeys.table.tableName });
    new CfnOutput(this, 'OwnersTable', { value: data.owners.table.tableName });
  }

  #makeAuthorizer(): ServiceFunction {
    const [authorize] = workers;
    return new ServiceFunction(this, authorize.id, { ...authorize, ...this.#props });
  }

  #addRoutes(api: ServiceApi, resources: Resources): void {
    const areas = new Map<Area, FunctionsStack>();
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
        fn.addEnvironment(variableOf(id), worker.functionName);
      },
    };
  }
}

/** The variable by which functions find a worker that they invoke, such as `BOOT_SANDBOX_FUNCTION`. */
function variableOf(id: BackgroundWorkerId): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_FUNCTION`;
}
