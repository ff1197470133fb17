import type { Json, JsonObject } from '../../contract/shapes/json.ts';
import { MASK } from '../../contract/shapes/mask.ts';
import { optionalEnv, requireEnv } from '../../platform/env.ts';
import { isObject } from './json-path.ts';
import { isSealed, SEALED_FIELD, sealedIn } from './sealed-json.ts';
import type { OwnerSettings, ProviderConnection } from './settings-store.ts';

/** The deployment's model, for owners who set none. */
export interface DeploymentModel {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly hasKey: boolean;
}

/** An owner's own model settings. */
interface OwnModel {
  readonly model: string | null;
  readonly baseUrl: string | null;
  readonly hasKey: boolean;
}

interface ChosenModel {
  readonly model: string;
  readonly baseUrl: string | null;
  readonly key: 'own' | 'deployment' | 'none';
}

/** The owner's model, else the deployment's. The operator's key is never sent to an owner's URL. */
export function chooseModel(own: OwnModel, deployment: DeploymentModel): ChosenModel {
  const model = own.model ?? deployment.model;
  if (own.baseUrl !== null) return { model, baseUrl: own.baseUrl, key: own.hasKey ? 'own' : 'none' };
  // The operator's proxy does not get an owner's key, unless the model is the operator's too.
  if (own.hasKey) return { model, baseUrl: own.model === null ? deployment.baseUrl : null, key: 'own' };
  const isServed = deployment.baseUrl !== null || providerOf(model) === providerOf(deployment.model);
  return {
    model,
    baseUrl: isServed ? deployment.baseUrl : null,
    key: isServed && deployment.hasKey ? 'deployment' : 'none',
  };
}

/** The provider of a model: the part of its name before the first slash. */
export function providerOf(model: string): string {
  return model.includes('/') ? model.slice(0, model.indexOf('/')) : '';
}

/** The provider of names without a prefix, as litellm finds it. */
export function inferredProvider(model: string): string | undefined {
  if (/^claude/i.test(model)) return 'anthropic';
  if (/^gemini/i.test(model)) return 'vertex_ai';
  return /^(gpt-|o\d|ft:gpt-|text-embedding-)/i.test(model) ? 'openai' : undefined;
}

/** The language model from an owner's settings, which can have parts of it. */
export function ownModel(settings: OwnerSettings): OwnModel {
  const llm = linkedModel(llmOf(settings), settings);
  return { model: textOf(llm.model), baseUrl: addressOf(llm), hasKey: sealedIn(llm.api_key) !== undefined };
}

/** The URL of a model; a mask for a URL with credentials, which is sealed. */
export function addressOf({ base_url: address }: JsonObject): string | null {
  return isSealed(address) ? MASK : textOf(address);
}

export function llmOf({ agent_settings: { llm } }: OwnerSettings): JsonObject {
  return isObject(llm) ? llm : {};
}

export function textOf(value: Json | undefined): string | null {
  return typeof value === 'string' && value !== '' ? value : null;
}

type Connections = Pick<OwnerSettings, 'provider_connections'>;

/** The connection of a language model. @returns undefined also for a deleted connection */
export function connectionOf(
  llm: JsonObject,
  { provider_connections: known }: Connections,
): ProviderConnection | undefined {
  return known.find(({ id }) => id === llm.provider_connection_id);
}

/** A language model with the key and the URL of its connection, unless it has its own key. */
export function linkedModel(llm: JsonObject, settings: Connections): JsonObject {
  const connection = connectionOf(llm, settings);
  if (!connection || sealedIn(llm.api_key)) return llm;
  const { api_key: key, base_url: address } = connection;
  return { ...llm, api_key: { [SEALED_FIELD]: { ...key } }, base_url: address ?? llm.base_url ?? null };
}

/** The deployment's model. Functions that only show settings have no access to its key. */
export function deploymentModel(): DeploymentModel {
  return {
    model: requireEnv('LLM_MODEL'),
    baseUrl: optionalEnv('LLM_BASE_URL') ?? null,
    hasKey: optionalEnv('LLM_API_KEY_SECRET_ARN') !== undefined,
  };
}
