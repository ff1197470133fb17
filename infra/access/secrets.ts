import type { AreaGrants } from './area-grants.ts';
import { all, claimRequests, listSecrets, sealSecrets } from './grants.ts';
import type { Grant } from './resources.ts';

/** One transaction writes the secret and the owner's count of secrets. */
const createSecret = all(sealSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem', 'PutItem', 'UpdateItem'));

const updateSecret = all(sealSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem', 'PutItem', 'DeleteItem'));

const deleteSecret: Grant = (fn, { data }) => data.secrets.allow(fn, 'GetItem', 'DeleteItem', 'UpdateItem');

const addGitProviders = all(sealSecrets, (fn, { data }) => data.secrets.allow(fn, 'Query', 'PutItem'));

const removeGitProviders: Grant = (fn, { data }) => data.secrets.allow(fn, 'Query', 'DeleteItem');

export const secretsAccess = {
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
} satisfies AreaGrants;
