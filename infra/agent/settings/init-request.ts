import { Fields } from '../http/fields.ts';
import { type Settings, workspacePath } from './settings.ts';
import { readWebhook, type Webhook } from './webhook.ts';

/** The body of `POST /api/init`. Each field replaces the value of the boot. */
export interface InitRequest {
  readonly sessionApiKeys?: readonly string[] | undefined;
  readonly secretKey?: string | undefined;
  readonly conversationsPath?: string | undefined;
  readonly bashEventsPath?: string | undefined;
  readonly allowCorsOrigins?: readonly string[] | undefined;
  readonly webhooks?: readonly Webhook[] | undefined;
  readonly env?: Readonly<Record<string, string>> | undefined;
}

/** The last four are accepted and unused. */
const knownFields = [
  'session_api_keys',
  'secret_key',
  'conversations_path',
  'allow_cors_origins',
  'webhooks',
  'env',
  'bash_events_dir',
  'conversation_worktree_root',
  'web_url',
  'max_concurrent_runs',
  'telemetry',
];

/** @throws HttpError 422, also for an unknown field */
export function readInitRequest(body: unknown): InitRequest {
  const fields = new Fields(body);
  fields.forbidOthers(knownFields);
  for (const name of ['conversation_worktree_root', 'web_url']) fields.string(name);
  fields.integer('max_concurrent_runs', 1);
  fields.record('telemetry');
  const request: InitRequest = {
    sessionApiKeys: fields.strings('session_api_keys'),
    secretKey: fields.string('secret_key'),
    conversationsPath: fields.string('conversations_path'),
    bashEventsPath: fields.string('bash_events_dir'),
    allowCorsOrigins: fields.strings('allow_cors_origins'),
    webhooks: fields.nestedList('webhooks')?.map(readWebhook),
    env: fields.stringMap('env'),
  };
  for (const [index, key] of (request.sessionApiKeys ?? []).entries()) {
    if (key === '') fields.add(['session_api_keys', index], 'string_too_short', 'A session key must not be empty');
  }
  if (request.secretKey === '') fields.add(['secret_key'], 'string_too_short', 'The secret key must not be empty');
  fields.finish();
  return request;
}

export function initialisedSettings(booted: Settings, request: InitRequest): Settings {
  const sessionApiKeys = request.sessionApiKeys ?? booted.sessionApiKeys;
  return {
    ...booted,
    sessionApiKeys,
    secretKey: request.secretKey ?? booted.secretKey ?? sessionApiKeys[0],
    conversationsPath: request.conversationsPath
      ? workspacePath(booted.workspace, request.conversationsPath)
      : booted.conversationsPath,
    bashEventsPath: request.bashEventsPath
      ? workspacePath(booted.workspace, request.bashEventsPath)
      : booted.bashEventsPath,
    allowCorsOrigins: request.allowCorsOrigins ?? booted.allowCorsOrigins,
    webhooks: request.webhooks ?? booted.webhooks,
  };
}
