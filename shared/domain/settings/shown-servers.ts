import type { Vault } from '../../platform/vault/vault.ts';
import { type McpServers, maskedServers } from './mcp-servers.ts';
import type { OwnerSettings } from './owner-settings.ts';
import { openServers } from './stored-servers.ts';

/** How many owners' servers one instance remembers. */
const MOST = 1_000;

/**
 * MCP servers as their owner sees them, without the secrets in them. They are sealed as a whole, so that KMS opens them
 * the first time; after that an instance remembers what it showed of that very seal, and no secret.
 */
export class ShownServers {
  readonly #vault: Pick<Vault, 'open'>;
  readonly #shown = new Map<string, McpServers>();

  constructor(vault: Pick<Vault, 'open'>) {
    this.#vault = vault;
  }

  async of(settings: OwnerSettings): Promise<McpServers> {
    if (!settings.mcp) return {};
    const { key, tag } = settings.mcp;
    // Each seal has a data key of its own, and the owner is part of what is sealed.
    const name = JSON.stringify([settings.owner_id, key, tag]);
    const known = this.#shown.get(name);
    if (known) return known;
    const shown = maskedServers(await openServers(settings, this.#vault));
    if (this.#shown.size >= MOST) this.#shown.clear();
    this.#shown.set(name, shown);
    return shown;
  }
}
