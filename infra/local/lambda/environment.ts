import { randomUUID } from 'node:crypto';
import type { FunctionSettings } from './function-settings.ts';

/** The identity under which a function signs its calls of AWS. */
export interface FunctionCredentials {
  readonly accessKeyId: string;
  readonly secretAccessKey: string;
  readonly sessionToken?: string;
}

interface Surroundings {
  readonly awsEndpoint: string;
  readonly region: string;
  readonly apiUrl: { readonly deployed: string; readonly local: string } | undefined;
  /** Where Node keeps what it compiled, for the next instance. */
  readonly compiledDirectory?: string | undefined;
}

/** Lambda's and the template's variables without the host's: code that needs the shell's fails here too. */
export function environmentOf(
  settings: FunctionSettings,
  credentials: FunctionCredentials,
  { awsEndpoint, region, apiUrl, compiledDirectory }: Surroundings,
): Record<string, string> {
  const variables = Object.entries(settings.variables).map(([name, value]) => [
    name,
    apiUrl ? value.replaceAll(apiUrl.deployed, apiUrl.local) : value,
  ]);
  return {
    ...Object.fromEntries(variables),
    AWS_ACCESS_KEY_ID: credentials.accessKeyId,
    AWS_SECRET_ACCESS_KEY: credentials.secretAccessKey,
    AWS_SESSION_TOKEN: credentials.sessionToken ?? 'local',
    AWS_DEFAULT_REGION: region,
    AWS_ENDPOINT_URL: awsEndpoint,
    // The SDK puts the account in front of this host, which no address can have there.
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
    PATH: '/usr/local/bin:/usr/bin:/bin',
    TZ: ':UTC',
    _HANDLER: settings.handler,
  };
}

function logStreamName(): string {
  const day = new Date().toISOString().slice(0, 10).replaceAll('-', '/');
  return `${day}/[$LATEST]${randomUUID().replaceAll('-', '')}`;
}
