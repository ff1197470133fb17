import type { JsonObject } from '../../contract/shapes/json.ts';
import { NotFoundError } from '../../platform/errors.ts';
import type { Vault } from '../../platform/vault.ts';
import { chosen } from './chosen-settings.ts';
import { addressOf, chooseModel, type DeploymentModel, linkedModel, llmOf, textOf } from './language-model.ts';
import { openSealed } from './seal-texts.ts';
import { sealedIn } from './sealed-json.ts';
import { MODEL_ADDRESSES } from './secret-origins.ts';
import { type SettingsStore, settingsOf } from './settings-store.ts';
import type { StartChoice, StartModel } from './start-settings.ts';

export interface ModelDeps {
  readonly vault: Pick<Vault, 'open'>;
  readonly deployment: DeploymentModel;
  /** The operator's key for the deployment's model; null without one. */
  readonly deploymentKey: () => Promise<string | null>;
}

/** Fields that the service sets, or that agents do not use. */
const OWN_FIELDS: ReadonlySet<string> = new Set([
  'model',
  'base_url',
  'api_key',
  'stream',
  'usage_id',
  'provider_connection_id',
  'direct',
]);

/** A language model for an agent, decrypted: the owner's, else the deployment's. */
export async function openModel(ownerId: string, llm: JsonObject, deps: ModelDeps): Promise<StartModel> {
  const { value, secrets } = await openSealed(ownerId, llm, deps.vault);
  const own = {
    model: textOf(value.model),
    baseUrl: addressOf(value),
    hasKey: sealedIn(llm.api_key) !== undefined,
  };
  const { model, baseUrl, key } = chooseModel(own, deps.deployment);
  const apiKey = key === 'deployment' ? await deps.deploymentKey() : key === 'own' ? textOf(value.api_key) : null;
  // The operator's key goes to the operator's URL alone.
  const isOwn = (name: string) => key !== 'deployment' || !MODEL_ADDRESSES.includes(name);
  const options = Object.entries(value).filter(([name]) => !OWN_FIELDS.has(name) && isOwn(name));
  return {
    model,
    baseUrl,
    apiKey,
    ...(options.length > 0 ? { options: Object.fromEntries(options) } : {}),
    ...(secrets.length > 0 ? { secrets } : {}),
    ...(value.direct === true ? { isDirect: true } : {}),
  };
}

/** The language models of an owner at one time. */
export interface OwnerModels {
  /** The last change of the settings; empty if the owner has changed none. */
  readonly changedAt: string;
  /** The model with which a conversation would start. @throws NotFoundError for an unknown profile */
  open(choice: StartChoice): Promise<StartModel>;
}

/** Reads the language models of owners. */
export interface ProfileModels {
  /** @throws NotFoundError also for a profile of another owner */
  modelOf(ownerId: string, name: string): Promise<StartModel>;
  ofOwner(ownerId: string): Promise<OwnerModels>;
}

export function vaultProfileModels(
  deps: ModelDeps & { readonly settings: Pick<SettingsStore, 'find'> },
): ProfileModels {
  return {
    async modelOf(ownerId, name) {
      const settings = await deps.settings.find(ownerId);
      const profile = settings?.profiles.find((known) => known.name === name);
      if (!settings || !profile) throw new NotFoundError('Profile', name);
      return openModel(ownerId, linkedModel(profile.llm, settings), deps);
    },
    async ofOwner(ownerId) {
      const own = await settingsOf(ownerId, deps);
      const open = async (choice: StartChoice) => {
        const { settings } = chosen(own, choice);
        return openModel(ownerId, linkedModel(llmOf(settings), settings), deps);
      };
      return { changedAt: own.updated_at, open };
    },
  };
}

/** A language model in the format of agent servers. `usageId` separates its costs. */
export function agentLlm({ model, baseUrl, apiKey, options }: StartModel, usageId: string): Record<string, unknown> {
  return { ...options, model, base_url: baseUrl, api_key: apiKey, stream: true, usage_id: usageId };
}
