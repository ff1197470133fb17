import {
  changeSettings,
  claimRequests,
  listSecrets,
  openSecrets,
  readSettings,
  sealSecrets,
  showModel,
} from './groups.ts';
import { type AreaRights, rights } from './statement.ts';

const findSettings = rights({ settings: ['GetItem'] });

/** Also opens the stored MCP servers, as a change can keep their keys. */
const storeSettings = rights(changeSettings, sealSecrets, openSecrets);
const saveProfile = rights(changeSettings, sealSecrets, showModel);
const sealSetting = rights(changeSettings, sealSecrets);

/** The available models, the default first. */
const offerModels = rights({ variables: ['LLM_MODELS'] });

/** One transaction writes the secret and the owner's count of secrets. */
const createSecret = rights(claimRequests, sealSecrets, { secrets: ['GetItem', 'PutItem', 'UpdateItem'] });
const updateSecret = rights(sealSecrets, { secrets: ['GetItem', 'PutItem', 'DeleteItem'] });
const deleteSecret = rights({ secrets: ['GetItem', 'DeleteItem', 'UpdateItem'] });
/** Null in place of a GitHub App deletes it. */
const addGitProviders = rights(sealSecrets, { secrets: ['Query', 'PutItem', 'DeleteItem'] });
const removeGitProviders = rights({ secrets: ['Query', 'DeleteItem'] });

export const settingsRights = {
  'get-settings': readSettings,
  'update-settings': storeSettings,
  'get-legacy-settings': readSettings,
  'update-legacy-settings': storeSettings,
  'get-organization-settings': readSettings,
  'update-organization-settings': rights(readSettings, storeSettings),
  'get-organization-models': readSettings,
  'update-organization-models': rights(readSettings, storeSettings),
  'get-organization-app': findSettings,
  'update-organization-app': changeSettings,
  'get-user-app': findSettings,
  'update-user-app': changeSettings,
  'list-profiles': findSettings,
  'get-profile': findSettings,
  'save-profile': saveProfile,
  'delete-profile': changeSettings,
  'activate-profile': changeSettings,
  'rename-profile': changeSettings,
  'get-organization-profile': findSettings,
  'save-organization-profile': saveProfile,
  'delete-organization-profile': changeSettings,
  'activate-organization-profile': changeSettings,
  'rename-organization-profile': changeSettings,
  'get-agent-profiles': findSettings,
  'get-agent-profile': findSettings,
  'save-agent-profile': sealSetting,
  'delete-agent-profile': changeSettings,
  'rename-agent-profile': changeSettings,
  'activate-agent-profile': changeSettings,
  'list-provider-connections': findSettings,
  'create-provider-connection': sealSetting,
  'update-provider-connection': sealSetting,
  'delete-provider-connection': changeSettings,
  'get-models': offerModels,
  'search-models': offerModels,
  'search-providers': offerModels,
  'search-secrets': listSecrets,
  'create-secret': createSecret,
  'update-secret': updateSecret,
  'delete-secret': deleteSecret,
  'add-git-providers': addGitProviders,
  'remove-git-providers': removeGitProviders,
  'list-legacy-secrets': listSecrets,
  'create-legacy-secret': createSecret,
  'update-legacy-secret': updateSecret,
  'delete-legacy-secret': deleteSecret,
  'add-legacy-git-providers': addGitProviders,
  'unset-legacy-provider-tokens': removeGitProviders,
} satisfies AreaRights<'settings'>;
