import { randomUUID } from 'node:crypto';
import type * as z from 'zod';
import type { AgentProfileInput } from '../../../contract/shapes/agent-profile.ts';
import { JsonObject } from '../../../contract/shapes/json.ts';
import type { Vault } from '../../../platform/vault/vault.ts';
import { type ChangeDeps, changeSettings } from '../change-settings.ts';
import { plainInAgentProfile } from '../plain-fields.ts';
import { sealTexts } from '../seal-texts.ts';
import { withAgentProfile } from './agent-profiles.ts';

export interface SaveAgentProfileDeps extends ChangeDeps {
  readonly vault: Pick<Vault, 'seal'>;
}

/** Keeps an agent under a name, its secret texts sealed. @throws AppError `conflict`, `validation_failed` */
export async function saveAgentProfile(
  ownerId: string,
  name: string,
  profile: z.output<typeof AgentProfileInput>,
  deps: SaveAgentProfileDeps,
): Promise<void> {
  const { id: _id, name: _name, revision: _revision, ...fields } = profile;
  const sent = JsonObject.parse(JSON.parse(JSON.stringify(fields)));
  const sealed = JsonObject.parse(await sealTexts(ownerId, sent, plainInAgentProfile, deps.vault));
  // An id is chosen once, so that a lost race does not change it.
  const newId = randomUUID();
  await changeSettings(ownerId, deps, (current) => withAgentProfile(current, name, sealed, newId));
}
