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

/** The owner's model over the deployment's. The operator's key never goes to an address from the owner. */
export function chooseModel(own: OwnModel, deployment: DeploymentModel): ChosenModel {
  const model = own.model ?? deployment.model;
  if (own.baseUrl !== null) return { model, baseUrl: own.baseUrl, key: own.hasKey ? 'own' : 'none' };
  // An owner's key is not for the operator's proxy, unless the model is the operator's too.
  if (own.hasKey) return { model, baseUrl: own.model === null ? deployment.baseUrl : null, key: 'own' };
  const isServed = deployment.baseUrl !== null || providerOf(model) === providerOf(deployment.model);
  return {
    model,
    baseUrl: isServed ? deployment.baseUrl : null,
    key: isServed && deployment.hasKey ? 'deployment' : 'none',
  };
}

function providerOf(model: string): string {
  return model.includes('/') ? model.slice(0, model.indexOf('/')) : '';
}

/** The language model that an owner set. The owner may have set a part of it, or none. */
export function ownModel(settings: OwnerSettings): OwnModel {
  const llm = linkedModel(llmOf(settings), settings);
  return { model: textOf(llm.model), baseUrl: addressOf(llm), hasKey: sealedIn(llm.api_key) !== undefined };
}

/** The address of a model. An address with credentials in it is sealed, and shows as a mask. */
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

/** The connection that a language model names. @returns undefined also for one that is gone */
export function connectionOf(
  llm: JsonObject,
  { provider_connections: known }: Connections,
): ProviderConnection | undefined {
  return known.find(({ id }) => id === llm.provider_connection_id);
}

/** A language model with the key and the address of the connection that it names. A key of its own goes before. */
export function linkedModel(llm: JsonObject, settings: Connections): JsonObject {
  const connection = connectionOf(llm, settings);
  if (!connection || sealedIn(llm.api_key)) return llm;
  const { api_key: key, base_url: address } = connection;
  return { ...llm, api_key: { [SEALED_FIELD]: { ...key } }, base_url: address ?? llm.base_url ?? null };
}

/** The deployment's model. Functions that only show settings may not read its key, so it is only named. */
export function deploymentModel(): DeploymentModel {
  return {
    model: requireEnv('LLM_MODEL'),
    baseUrl: optionalEnv('LLM_BASE_URL') ?? null,
    hasKey: optionalEnv('LLM_API_KEY_SECRET_ARN') !== undefined,
  };
}
