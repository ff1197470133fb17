import { randomUUID } from 'node:crypto';
import { existsSync } from 'node:fs';
import { join } from 'node:path';
import type { Assembly, Resource } from '../assembly/assembly.ts';
import type { Credentials } from '../aws/credentials.ts';
import { functionIdOf, functionNameIn, physicalName } from '../aws/names.ts';

/** The template's settings of one function, with Lambda's defaults. */
export interface FunctionSettings {
  /** The function's id in the code. */
  readonly id: string;
  readonly name: string;
  readonly arn: string;
  readonly directory: string;
  /** `file.export`, as in the template. */
  readonly handler: string;
  readonly modulePath: string;
  readonly exportName: string;
  readonly runtime: string;
  readonly timeoutMilliseconds: number;
  readonly memoryMegabytes: number;
  readonly logFormat: 'JSON' | 'Text';
  readonly logLevel: string | undefined;
  readonly logGroup: string;
  /** Instances that may run at once. Further invocations wait. */
  readonly instanceLimit: number;
  /** Further attempts at a failed asynchronous invocation. */
  readonly retries: number;
  /** Older asynchronous invocations are given up. */
  readonly eventAgeMilliseconds: number;
  readonly variables: Readonly<Record<string, string>>;
}

/** Without reserved concurrency, a limit for a laptop instead of the 1,000 of an account. */
const unreservedLimit = 10;

/** @throws AssemblyError when the function's code is not in the assembly. */
export function readSettings(assembly: Assembly, resource: Resource, region: string): FunctionSettings {
  const { properties } = resource;
  const name = physicalName(resource);
  const [, , , , accountId] = String(properties.Role).split(':');
  const logging = Object(properties.LoggingConfig);
  const handler = String(properties.Handler);
  const directory = assembly.assetPath(resource);
  const invoke = eventInvokeSettings(assembly, name);
  return {
    id: functionIdOf(resource),
    name,
    arn: `arn:aws:lambda:${region}:${accountId}:function:${name}`,
    directory,
    handler,
    ...moduleOf(directory, handler),
    runtime: String(properties.Runtime),
    timeoutMilliseconds: Number(properties.Timeout ?? 3) * 1000,
    memoryMegabytes: Number(properties.MemorySize ?? 128),
    logFormat: logging.LogFormat === 'JSON' ? 'JSON' : 'Text',
    logLevel: logging.ApplicationLogLevel,
    logGroup: String(logging.LogGroup ?? `/aws/lambda/${name}`),
    instanceLimit: Number(properties.ReservedConcurrentExecutions ?? unreservedLimit),
    retries: Number(invoke.MaximumRetryAttempts ?? 2),
    eventAgeMilliseconds: Number(invoke.MaximumEventAgeInSeconds ?? 21_600) * 1000,
    variables: variablesOf(properties),
  };
}

function moduleOf(directory: string, handler: string): { modulePath: string; exportName: string } {
  const dot = handler.lastIndexOf('.');
  const base = join(directory, handler.slice(0, dot));
  const extension = ['.js', '.mjs', '.cjs'].find((candidate) => existsSync(base + candidate)) ?? '.mjs';
  return { modulePath: base + extension, exportName: handler.slice(dot + 1) };
}

function eventInvokeSettings(assembly: Assembly, name: string): Record<string, unknown> {
  const found = assembly
    .ofType('AWS::Lambda::EventInvokeConfig')
    .find(({ properties }) => functionNameIn(String(properties.FunctionName)) === name);
  return found?.properties ?? {};
}

function variablesOf(properties: Record<string, unknown>): Record<string, string> {
  const { Variables = {} } = Object(properties.Environment);
  return Object.fromEntries(Object.entries(Variables).map(([key, value]) => [key, String(value)]));
}

/** An address of the template, and its equivalent on this machine. */
export interface LocalAddress {
  readonly deployed: string;
  readonly local: string;
}

/** What a function needs to reach sandboxes by their URLs. */
export interface SandboxTrust {
  /** The domain of sandboxes. All names below it lead to this machine. */
  readonly domain?: string | undefined;
  /** The file of the edge's certificate. */
  readonly certFile?: string | undefined;
}

interface Surroundings {
  readonly awsEndpoint: string;
  readonly region: string;
  readonly addresses: readonly LocalAddress[];
  readonly trust: SandboxTrust;
  /** Node's compile cache, which instances share. */
  readonly compiledDirectory?: string | undefined;
}

/**
 * The variables of Lambda and of the template, without the host's, so that code which needs the shell's fails here too.
 */
export function environmentOf(
  settings: FunctionSettings,
  credentials: Credentials,
  { awsEndpoint, region, addresses, trust, compiledDirectory }: Surroundings,
): Record<string, string> {
  const variables = Object.entries(settings.variables).map(([name, value]) => [
    name,
    withLocalAddresses(value, addresses),
  ]);
  return {
    ...Object.fromEntries(variables),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: 'local',
    AWS_DEFAULT_REGION: region,
    AWS_ENDPOINT_URL: awsEndpoint,
    // The SDK puts the account id in front of this host, which an IP address does not allow.
    AWS_ENDPOINT_URL_CLOUDFRONT_KEYVALUESTORE: `http://localhost:${new URL(awsEndpoint).port}`,
    AWS_EXECUTION_ENV: `AWS_Lambda_${settings.runtime}`,
    AWS_LAMBDA_FUNCTION_MEMORY_SIZE: String(settings.memoryMegabytes),
    AWS_LAMBDA_FUNCTION_NAME: settings.name,
    AWS_LAMBDA_FUNCTION_VERSION: '$LATEST',
    AWS_LAMBDA_INITIALIZATION_TYPE: 'on-demand',
    AWS_LAMBDA_LOG_FORMAT: settings.logFormat,
    ...(settings.logLevel === undefined ? {} : { AWS_LAMBDA_LOG_LEVEL: settings.logLevel }),
    AWS_LAMBDA_LOG_GROUP_NAME: settings.logGroup,
    AWS_LAMBDA_LOG_STREAM_NAME: logStreamName(),
    AWS_REGION: region,
    HOME: settings.directory,
    LAMBDA_TASK_ROOT: settings.directory,
    LANG: 'en_US.UTF-8',
    ...(compiledDirectory && { NODE_COMPILE_CACHE: compiledDirectory, NODE_COMPILE_CACHE_PORTABLE: '1' }),
    ...trusting(trust),
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
    _HANDLER: settings.handler,
  };
}

function withLocalAddresses(value: string, addresses: readonly LocalAddress[]): string {
  return addresses.reduce((text, { deployed, local }) => text.replaceAll(deployed, local), value);
}

/** The bootstrap of an instance uses these and removes them, because Lambda does not have them. */
function trusting({ domain, certFile }: SandboxTrust): Record<string, string> {
  return {
    ...(domain === undefined ? {} : { LOCAL_SANDBOX_DOMAIN: domain }),
    // The certificate, in case it is self-signed, and the authorities that this machine trusts.
    ...(certFile === undefined ? {} : { NODE_EXTRA_CA_CERTS: certFile, NODE_USE_SYSTEM_CA: '1' }),
  };
}

function logStreamName(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${day}/[$LATEST]${randomUUID().replaceAll('-', '')}`;
}
