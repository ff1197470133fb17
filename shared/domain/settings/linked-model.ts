import type { JsonObject } from '../../contract/shapes/json.ts';
import type { OwnerSettings, ProviderConnection } from './owner-settings.ts';
import { SEALED_FIELD, sealedIn } from './sealed-json.ts';

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
