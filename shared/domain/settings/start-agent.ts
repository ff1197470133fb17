import type { JsonObject } from '../../contract/shapes/json.ts';
import type { Vault } from '../../platform/vault/vault.ts';
import { openSealed } from './open-sealed.ts';
import type { OwnerSettings } from './owner-settings.ts';
import type { StartAgent } from './start-settings.ts';

/** The agent of an owner's settings, in clear. @returns undefined for the standard agent */
export async function openAgent(
  settings: OwnerSettings,
  kind: StartAgent['kind'],
  vault: Pick<Vault, 'open'>,
): Promise<StartAgent | undefined> {
  const { llm: _llm, agent_kind: _kind, ...sections } = settings.agent_settings;
  const { disabled_skills: disabled } = settings.preferences;
  const hasDisabled = Array.isArray(disabled) && disabled.length > 0;
  if (kind === 'openhands' && Object.keys(sections).length === 0 && !hasDisabled) return undefined;
  const { value, secrets } = await openSealed(settings.owner_id, sections, vault);
  const own = { ...value, ...commandOf(value), ...(hasDisabled ? { disabled_skills: disabled } : {}) };
  return { kind, settings: own, secrets };
}

/** A program as agent servers take it: one text for each argument. */
function commandOf({ acp_command: command }: JsonObject): JsonObject {
  if (typeof command !== 'string') return {};
  const words = command.match(/"[^"]*"|'[^']*'|\S+/g) ?? [];
  return { acp_command: words.map((word) => word.replace(/^(["'])(.*)\1$/, '$2')) };
}
