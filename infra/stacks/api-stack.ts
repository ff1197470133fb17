import { CfnOutput, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import { endpoints } from '../../shared/contract/index.ts';
import type { BackgroundWorkerId } from '../../shared/contract/workers.ts';
import type { Resources } from '../access/resources.ts';
import { functionArnOf, functionNameOf } from '../api/function-names.ts';
import { prefixOf, type Settings } from '../config.ts';
import { Alarms } from '../constructs/alarms.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import { ServiceApi } from '../constructs/rest-api.ts';
import type { DataStack } from './data-stack.ts';
import { functionGroups } from './function-groups.ts';
import { FunctionsStack } from './functions-stack.ts';
import type { SandboxesStack } from './sandboxes-stack.ts';
import { WorkersStack } from './workers-stack.ts';

export interface ApiStackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  readonly runtime: SandboxesStack;
  readonly bundles: FunctionBundles;
}

/** The REST API and its alarms. Functions are in nested stacks, and routes go live when all functions are there. */
export class ApiStack extends Stack {
  constructor(scope: Construct, props: ApiStackProps) {
    const { settings, data } = props;
    super(scope, `${prefixOf(settings)}-api`, {
      description: 'Agent Conversation Service: REST API and functions',
      // The document of the API is most of the template, which may have a megabyte.
      suppressTemplateIndentation: true,
    });
    const api = new ServiceApi(this, 'Api', endpoints, settings);
    const resources = resourcesOf(props, api);
    const workersStack = new WorkersStack(this, { ...props, resources });
    const functionStacks = functionGroups.map((group) => new FunctionsStack(this, group, { ...props, resources }));
    api.deployAfter(workersStack, ...functionStacks);
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
}

function resourcesOf({ data, runtime, settings }: ApiStackProps, api: ServiceApi): Resources {
  return {
    data,
    runner: runtime.runner,
    disks: runtime.disks,
    settings,
    publicBaseUrl: api.baseUrl,
    allowInvoke: (fn, id) => {
      const resources = [functionArnOf(settings, id)];
      fn.addToRolePolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
      fn.addEnvironment(variableOf(id), functionNameOf(settings, id));
    },
  };
}

/** The variable by which functions find a worker that they invoke, such as `BOOT_SANDBOX_FUNCTION`. */
function variableOf(id: BackgroundWorkerId): string {
  return `${id.toUpperCase().replaceAll('-', '_')}_FUNCTION`;
}
