import { randomUUID } from 'node:crypto';
import type { FunctionSettings } from './function-settings.ts';

/** The identity under which a function signs its calls of AWS. */
export interface FunctionCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
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
  credentials: FunctionCredentials,
  { awsEndpoint, region, addresses, trust, compiledDirectory }: Surroundings,
): Record<string, string> {
  const variables = Object.entries(settings.variables).map(([name, value]) => [name, onThisMachine(value, addresses)]);
  return {
    ...Object.fromEntries(variables),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken ?? 'local',
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

function onThisMachine(value: string, addresses: readonly LocalAddress[]): string {
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
