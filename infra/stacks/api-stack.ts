import { CfnOutput, Stack } from 'aws-cdk-lib';
import type { Construct } from 'constructs';
import { endpoints } from '../../shared/contract/index.ts';
import type { SandboxIngress } from '../access/access.ts';
import { accessLogsOf } from '../api/names.ts';
import { prefixOf, type Settings } from '../config.ts';
import type { FunctionBundles } from '../constructs/function-code.ts';
import { Observability } from '../constructs/observability.ts';
import { PoolClient } from '../constructs/people/pool-client.ts';
import { ServiceApi } from '../constructs/rest-api.ts';
import { type Provider, providerOriginsOf } from '../settings/oidc.ts';
import type { Specs } from '../specs/catalogue.ts';
import { ConsoleStack } from './console-stack.ts';
import type { DataStack } from './data-stack.ts';
import { FunctionsStack, functionGroups } from './functions-stack.ts';
import { SandboxesStack } from './sandboxes-stack.ts';
import { WorkersStack } from './workers-stack.ts';

export interface ApiStackProps {
  readonly settings: Settings;
  readonly data: DataStack;
  /** Undefined if clients reach sandboxes directly. */
  readonly ingress: SandboxIngress | undefined;
  readonly specs: Specs;
  readonly bundles: FunctionBundles;
  /** Directory with the files of the console. */
  readonly site: string;
}

/** The REST API and its alarms. Functions and the infrastructure of sandboxes are in nested stacks. */
export class ApiStack extends Stack {
  constructor(scope: Construct, props: ApiStackProps) {
    const { settings, data, specs } = props;
    super(scope, `${prefixOf(settings)}-api`, {
      description: 'Agent Conversation Service: REST API, functions and sandboxes',
      // The OpenAPI document is most of the template, whose limit is 1 MB.
      suppressTemplateIndentation: true,
    });
    const api = new ServiceApi(this, 'Api', endpoints, settings);
    // A local server serves the console of the local stage.
    const console = settings.console && settings.stage !== 'local' ? this.#addConsole(api, props) : undefined;
    const sandboxes = new SandboxesStack(this, settings, specs);
    const { runner, disks } = sandboxes;
    const { baseUrl: publicBaseUrl, edgeUrl } = api;
    const people = this.#peopleOf(props, console?.url);
    const resources = { data, runner, disks, settings, ingress: props.ingress, people, publicBaseUrl, edgeUrl };
    const workersStack = new WorkersStack(this, { ...props, sandboxes, resources });
    const functionStacks = functionGroups.map((group) => new FunctionsStack(this, group, { ...props, resources }));
    api.deployAfter(workersStack, ...functionStacks);
    const failures = workersStack.triggers.failures;
    new Observability(this, 'Observability', {
      settings,
      data: data.tables,
      failures,
      accessLogs: accessLogsOf(settings),
    });

    new CfnOutput(this, 'BaseUrl', { value: api.baseUrl });
    new CfnOutput(this, 'ApiKeysTable', { value: data.tables.apiKeys.table.tableName });
    new CfnOutput(this, 'OwnersTable', { value: data.tables.owners.table.tableName });
  }

  /** The client of the user pool; undefined with another provider, or without one. */
  #peopleOf({ settings, data: { people } }: ApiStackProps, consoleUrl: string | undefined): Provider | undefined {
    const identityProviders = settings.oidc?.identityProviders;
    return people && new PoolClient(this, 'PoolClient', { people, identityProviders, consoleUrl }).provider;
  }

  #addConsole(api: ServiceApi, props: ApiStackProps): ConsoleStack {
    const providerOrigins = providerOriginsOf(props.settings.oidc, props.data.people?.origins);
    const console = new ConsoleStack(this, { ...props, api, providerOrigins });
    api.redirectPeopleTo(console.url);
    new CfnOutput(this, 'ConsoleUrl', { value: console.url });
    const { consoleDomain } = props.settings;
    if (consoleDomain === undefined) return console;
    const description = `Point ${consoleDomain} to this name.`;
    new CfnOutput(this, 'ConsoleDistribution', { value: console.distributionDomainName, description });
    return console;
  }
}
