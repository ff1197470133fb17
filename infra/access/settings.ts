import type { EndpointId } from '../../shared/contract/index.ts';
import {
  all,
  changeSettings,
  claimRequests,
  deriveKeys,
  type Grant,
  openSecrets,
  readSandbox,
  readSettings,
  sealSecrets,
  showModel,
} from './grants.ts';

/** What was there of MCP servers is opened, as a change may leave their keys as they are. */
const storeSettings = all(changeSettings, sealSecrets, openSecrets);

const listSecrets: Grant = (fn, { data }) => data.secrets.allow(fn, 'Query');

/** A secret and the count of them change together. */
const createSecret = all(sealSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem', 'PutItem', 'UpdateItem'));
const updateSecret = all(sealSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem', 'PutItem', 'DeleteItem'));
const deleteSecret: Grant = (fn, { data }) => data.secrets.allow(fn, 'GetItem', 'DeleteItem', 'UpdateItem');
const addGitProviders = all(sealSecrets, (fn, { data }) => data.secrets.allow(fn, 'Query', 'PutItem'));
const removeGitProviders: Grant = (fn, { data }) => data.secrets.allow(fn, 'Query', 'DeleteItem');

/** Whose key it is that a sandbox sends. */
const knowSandbox = all(readSandbox, deriveKeys);

export const settingsAccess = {
  'get-settings': readSettings,
  'update-settings': storeSettings,
  'get-legacy-settings': readSettings,
  'update-legacy-settings': storeSettings,

  'list-profiles': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'get-profile': (fn, { data }) => data.settings.allow(fn, 'GetItem'),
  'save-profile': all(changeSettings, sealSecrets, showModel),
  'delete-profile': changeSettings,
  'activate-profile': changeSettings,
  'rename-profile': changeSettings,

  'search-secrets': listSecrets,
  'create-secret': all(createSecret, claimRequests),
  'update-secret': updateSecret,
  'delete-secret': deleteSecret,
  'add-git-providers': addGitProviders,
  'remove-git-providers': removeGitProviders,
  'list-legacy-secrets': listSecrets,
  'create-legacy-secret': all(createSecret, claimRequests),
  'update-legacy-secret': updateSecret,
  'delete-legacy-secret': deleteSecret,
  'add-legacy-git-providers': addGitProviders,
  'unset-legacy-provider-tokens': removeGitProviders,

  'list-sandbox-secrets': all(knowSandbox, listSecrets),
  'get-sandbox-secret': all(knowSandbox, openSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem')),
  'get-webhook-secret': all(knowSandbox, openSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem')),
  'get-current-user': all(knowSandbox, readSettings),
} satisfies Partial<Record<EndpointId, Grant>>;
