import { JsonObject } from '../../contract/shapes/json.ts';
import type { Sealed, Vault } from '../../platform/vault/vault.ts';
import type { McpServers } from './mcp-servers.ts';
import { type OwnerSettings, SETTINGS_PURPOSE } from './owner-settings.ts';

/** The MCP servers of an owner, opened. Without servers, no call of KMS is made. */
export async function openServers(settings: OwnerSettings, vault: Pick<Vault, 'open'>): Promise<McpServers> {
  if (!settings.mcp) return {};
  return JsonObject.parse(JSON.parse(await vault.open(settings.owner_id, SETTINGS_PURPOSE, settings.mcp)));
}

/** @returns null where there is nothing to keep. */
export async function sealServers(
  ownerId: string,
  servers: McpServers,
  vault: Pick<Vault, 'seal'>,
): Promise<Sealed | null> {
  if (Object.keys(servers).length === 0) return null;
  return vault.seal(ownerId, SETTINGS_PURPOSE, JSON.stringify(servers));
}
