import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { BackgroundWorkerId } from '../../shared/contract/workers.ts';
import { allRights } from '../../shared/rights/index.ts';
import { type OtherRights, type Statement, type Variable, variableOf } from '../../shared/rights/statement.ts';
import type { TableName } from '../../shared/rights/tables.ts';
import { functionNameOf } from '../api/names.ts';
import { functionArnOf } from '../api/open-api.ts';
import { prefixOf, type Settings } from '../config.ts';
import { openPorts, openRange } from '../constructs/ingress/open-sandboxes.ts';
import type { MasterSecret } from '../constructs/master-secret.ts';
import type { SandboxDisks } from '../constructs/sandbox-disks.ts';
import type { SandboxRunner } from '../constructs/sandbox-runner.ts';
import type { ServiceTable } from '../constructs/service-table.ts';
import type { VaultKey } from '../constructs/vault-key.ts';
import { oidcVariable, ownProvider, type Provider } from '../settings/oidc.ts';
import { vcpuLimitOf } from '../settings/vcpu-limit.ts';
import { specsFor } from '../specs/catalogue.ts';

export interface Data {
  readonly tables: Readonly<Record<TableName, ServiceTable>>;
  readonly masterSecret: MasterSecret;
  readonly vaultKey: VaultKey;
}

/** How clients and this service reach sandboxes through an edge. */
export interface SandboxIngress {
  /** The URL of a port, with the placeholder `{label}`. */
  readonly sandboxAddress: string;
  /** The edge's store of label keys; undefined for a router, which gets its keys in another way. */
  readonly keyValueStoreArn?: string;
}

/** The deployment that statements are interpreted for. */
export interface Resources {
  readonly data: Data;
  readonly runner: SandboxRunner;
  readonly disks: SandboxDisks;
  readonly settings: Settings;
  /** Undefined if clients reach sandboxes directly. */
  readonly ingress?: SandboxIngress | undefined;
  /** The user pool and client of this stage; undefined with another provider, or without one. */
  readonly people?: Provider | undefined;
  /** The base URL of the API for agents and clients, without a trailing slash. */
  readonly publicBaseUrl: string;
  /** The base URL of the API for the edge; undefined without one. */
  readonly edgeUrl: string | undefined;
}

/** Gives the function the permissions and variables of its statement in shared/rights, and no others. */
export function allow(fn: LambdaFunction, id: keyof typeof allRights, resources: Resources): void {
  allowStatement(fn, allRights[id], resources);
}

export function allowStatement(fn: LambdaFunction, statement: Statement, resources: Resources): void {
  // Without a key store, such as with a router, the installer of keys and the writer of entries get no rights.
  if ((statement.edgeKeys || statement.edgeStore) && resources.ingress?.keyValueStoreArn === undefined) return;
  const { tables } = resources.data;
  for (const [name, rights] of Object.entries<readonly string[]>(statement))
    if (name in tables) tables[name as TableName].allow(fn, rights);
  for (const kind of Object.keys(interpreters) as (keyof OtherRights)[])
    for (const right of statement[kind] ?? []) interpret(kind, right, fn, resources);
}

type Interpreters = {
  readonly [Kind in keyof OtherRights]: (fn: LambdaFunction, resources: Resources, right: OtherRights[Kind]) => void;
};

function interpret(kind: keyof OtherRights, right: string, fn: LambdaFunction, resources: Resources): void {
  (interpreters[kind] as (fn: LambdaFunction, resources: Resources, right: string) => void)(fn, resources, right);
}

const interpreters: Interpreters = {
  masterSecret: (fn, { data }) => data.masterSecret.allowRead(fn),
  modelSecret: readModelSecret,
  vaultKey: (fn, { data }, right) => (right === 'seal' ? data.vaultKey.allowSeal(fn) : data.vaultKey.allowOpen(fn)),
  mail: sendMail,
  workers: startWorker,
  tasks: (fn, { runner, settings }, right) =>
    ({
      run: () => runner.allowRun(fn),
      register: () => runner.allowRegister(fn, settings),
      stop: () => runner.allowStop(fn),
      describe: () => runner.allowDescribe(fn),
      list: () => runner.allowList(fn),
      'find-address': () => runner.allowFindAddress(fn),
    })[right](),
  logs: (fn, { runner }, right) => (right === 'read' ? runner.allowReadLogs(fn) : runner.allowSearchLogs(fn)),
  disks: (fn, { disks }, right) =>
    ({
      copy: () => disks.allowCopy(fn),
      'delete-volumes': () => disks.allowDeleteVolumes(fn),
      'note-orphans': () => disks.allowNoteOrphans(fn),
      'read-saved': () => disks.allowReadSaved(fn),
      'compare-saved': () => disks.allowCompareSaved(fn),
    })[right](),
  edgeKeys: (fn, resources) => useEdgeStore(fn, resources, ['DescribeKeyValueStore', 'GetKey', 'UpdateKeys']),
  edgeStore: (fn, resources) => useEdgeStore(fn, resources, ['DescribeKeyValueStore', 'ListKeys', 'UpdateKeys']),
  variables: (fn, resources, name) => {
    const value = values[name](resources);
    if (value !== undefined) fn.addEnvironment(name, value);
  },
};

/** The values of variables; undefined without the setting. */
const values: Readonly<Record<Variable, (resources: Resources) => string | undefined>> = {
  ALLOWED_ORIGINS: ({ settings }) => settings.allowedOrigins.join(','),
  DELIVERY_LIMITS: ({ settings }) => JSON.stringify(settings.deliveryLimits),
  DEPLOYMENT: ({ settings }) => prefixOf(settings),
  EDGE_SERVICE_URL: ({ edgeUrl }) => edgeUrl,
  GIT_BASES: ({ settings: { gitBases } }) => (gitBases === undefined ? undefined : JSON.stringify(gitBases)),
  LASTING_ADDRESSES: ({ ingress }) => (ingress?.keyValueStoreArn === undefined ? undefined : 'true'),
  LEGACY_SUNSET: ({ settings }) => settings.legacySunset,
  LLM_API_KEY_SECRET_ARN: ({ settings }) => settings.llmApiKeySecretArn,
  LLM_BASE_URL: ({ settings }) => settings.llmBaseUrl,
  LLM_BROKER_URL: ({ settings, publicBaseUrl }) => (settings.llmBroker === 'on' ? publicBaseUrl : undefined),
  LLM_MODEL: ({ settings }) => settings.llmModel,
  LLM_MODELS: ({ settings }) => [...new Set([settings.llmModel, ...settings.llmModels])].join(','),
  MAIL_FROM: ({ settings }) => settings.mailFrom,
  MODEL_CALLS: ({ settings: { modelCallsPerSandbox, modelCallsPerOwner } }) =>
    JSON.stringify({ perSandbox: modelCallsPerSandbox, perOwner: modelCallsPerOwner }),
  MODEL_PRICES: ({ settings: { modelPrices } }) =>
    modelPrices === undefined ? undefined : JSON.stringify(modelPrices),
  OIDC: oidcOf,
  OWNER_SPECS: ({ settings }) => ownerSpecsOf(settings),
  PUBLIC_BASE_URL: ({ publicBaseUrl }) => publicBaseUrl,
  PUBLIC_LINKS: ({ settings }) => String(settings.publicLinks),
  REQUESTS_PER_MINUTE: ({ settings }) => String(settings.requestsPerMinute),
  SANDBOX_ADDRESS: ({ ingress }) => ingress?.sandboxAddress,
  SANDBOX_LIMIT: ({ settings }) => String(settings.sandboxLimit),
  VCPU_LIMIT: ({ settings }) => String(vcpuLimitOf(settings)),
  SANDBOX_PORTS: ({ settings }) => openRange(settings, specsFor(settings))?.join('-'),
  SNAPSHOT_LIMIT: ({ settings }) => String(settings.snapshotLimit),
  STAGE: ({ settings }) => settings.stage,
  WAITS: ({ settings }) => String(settings.waits),
  WAITS_PER_KEY: ({ settings }) => String(settings.waitsPerKey),
  WEBHOOK_LOOPBACK: ({ settings }) => String(settings.webhookLoopback),
  WEB_CLIENT: ({ settings }) => webClientOf(settings),
};

function oidcOf({ settings: { oidc }, people }: Resources): string | undefined {
  const provider = oidc && (ownProvider(oidc) ?? people);
  return provider && oidcVariable(oidc, provider);
}

function ownerSpecsOf(settings: Settings): string | undefined {
  const { ownerSpecs } = settings;
  if (!ownerSpecs) return undefined;
  const { registries, maxPerOwner: most, adminsOnly: admins_only } = ownerSpecs;
  return JSON.stringify({ registries, most, admins_only, ports: openPorts(settings, specsFor(settings)) });
}

function webClientOf({ appMode, authUrl, providersConfigured, hideLlmSettings }: Settings): string {
  return JSON.stringify({
    app_mode: appMode,
    auth_url: authUrl ?? null,
    providers_configured: providersConfigured,
    hide_llm_settings: hideLlmSettings,
  });
}

/** Lets the function invoke a worker asynchronously. */
function startWorker(fn: LambdaFunction, { settings }: Resources, id: BackgroundWorkerId): void {
  const resources = [functionArnOf(settings, id)];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['lambda:InvokeFunction'], resources }));
  fn.addEnvironment(variableOf(id), functionNameOf(settings, id));
}

function readModelSecret(fn: LambdaFunction, { settings }: Resources): void {
  if (settings.llmApiKeySecretArn === undefined) return;
  const resources = [settings.llmApiKeySecretArn];
  fn.addToRolePolicy(new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources }));
  if (settings.llmApiKeySecretKeyArn === undefined) return;
  // Secrets Manager decrypts with KMS on behalf of the function, for this secret only.
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['kms:Decrypt'],
      resources: [settings.llmApiKeySecretKeyArn],
      conditions: {
        StringEquals: {
          'kms:ViaService': `secretsmanager.${Stack.of(fn).region}.amazonaws.com`,
          'kms:EncryptionContext:SecretARN': settings.llmApiKeySecretArn,
        },
      },
    }),
  );
}

/** SES checks the right to the identity that it has verified: the address, or its domain. */
function sendMail(fn: LambdaFunction, { settings: { mailFrom } }: Resources): void {
  if (mailFrom === undefined) return;
  const { partition, region, account } = Stack.of(fn);
  const identities = [mailFrom, mailFrom.split('@').at(-1)];
  fn.addToRolePolicy(
    new PolicyStatement({
      actions: ['ses:SendEmail'],
      resources: identities.map((name) => `arn:${partition}:ses:${region}:${account}:identity/${name}`),
      conditions: { StringEquals: { 'ses:FromAddress': mailFrom } },
    }),
  );
}

function useEdgeStore(fn: LambdaFunction, { ingress }: Resources, calls: readonly string[]): void {
  const storeArn = ingress?.keyValueStoreArn;
  if (storeArn === undefined) return;
  const actions = calls.map((call) => `cloudfront-keyvaluestore:${call}`);
  fn.addToRolePolicy(new PolicyStatement({ actions, resources: [storeArn] }));
  fn.addEnvironment('INGRESS_KEY_VALUE_STORE_ARN', storeArn);
}
