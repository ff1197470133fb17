import { resolve } from 'node:path';
import { readEnvironmentWebhooks, type Webhook } from './webhook.ts';

export interface Settings {
  /** The directory that serves as `/workspace`. */
  readonly workspace: string;
  readonly deferredInit: boolean;
  /** The keys of `/api`; without any, it needs no key. */
  readonly sessionApiKeys: readonly string[];
  /** Encrypts secrets on disk. Before the initialisation, it is also the key of `/api/init`. */
  readonly secretKey: string | undefined;
  readonly conversationsPath: string;
  readonly bashEventsPath: string;
  readonly allowCorsOrigins: readonly string[];
  readonly webhooks: readonly Webhook[];
  readonly runtimeIdleTimeoutSeconds: number | undefined;
}

type Environment = Readonly<Record<string, string | undefined>>;

/** @throws Error when a deferred start has no key */
export function readSettings(environment: Environment, workspace: string): Settings {
  const sessionApiKeys = list(environment, 'OH_SESSION_API_KEYS');
  if (sessionApiKeys.length === 0 && environment.SESSION_API_KEY) sessionApiKeys.push(environment.SESSION_API_KEY);
  const deferredInit = environment.OH_DEFERRED_INIT?.toLowerCase() === 'true';
  const secretKey = environment.OH_SECRET_KEY || sessionApiKeys[0];
  if (deferredInit && !secretKey) {
    throw new Error('OH_DEFERRED_INIT needs OH_SECRET_KEY: without it, anyone could initialise this server.');
  }
  return {
    workspace,
    deferredInit,
    sessionApiKeys,
    secretKey,
    conversationsPath: workspacePath(workspace, environment.OH_CONVERSATIONS_PATH || 'conversations'),
    bashEventsPath: workspacePath(workspace, environment.OH_BASH_EVENTS_DIR || 'bash_events'),
    allowCorsOrigins: list(environment, 'OH_ALLOW_CORS_ORIGINS'),
    webhooks: readEnvironmentWebhooks(environment),
    runtimeIdleTimeoutSeconds: seconds(environment.OH_RUNTIME_IDLE_TIMEOUT_SECONDS),
  };
}

/** Variables with keys of the server, which commands of agents must not read. */
const serverKey = /^(SESSION_API_KEY|OH_SECRET_KEY|OH_SESSION_API_KEYS_\d+|OH_WEBHOOKS_\d+_HEADERS.*)$/;

/** Deletes the server's keys from its environment. */
export function forgetKeys(environment: NodeJS.ProcessEnv): void {
  for (const name of Object.keys(environment)) if (serverKey.test(name)) delete environment[name];
}

/** The environment of child processes. */
export function withoutKeys(environment: Environment): Record<string, string> {
  const open = Object.entries(environment).filter(([name, value]) => value !== undefined && !serverKey.test(name));
  return Object.fromEntries(open) as Record<string, string>;
}

/** The path on this machine of a protocol path, which is relative or below `/workspace`. */
export function workspacePath(workspace: string, path: string): string {
  return resolve(workspace, path.replace(/^\/workspace(?=\/|$)\/?/, ''));
}

function list(environment: Environment, name: string): string[] {
  const values: string[] = [];
  for (let value = environment[`${name}_0`]; value; value = environment[`${name}_${values.length}`]) values.push(value);
  return values;
}

function seconds(value: string | undefined): number | undefined {
  const parsed = Number(value);
  return value && Number.isFinite(parsed) && parsed > 0 ? parsed : undefined;
}
