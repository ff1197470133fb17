import type { AreaGrants } from './area-grants.ts';
import { all, listSecrets, openSecrets } from './grants.ts';
import { knowSandbox } from './sandbox-grants.ts';

export const sandboxSecretsAccess = {
  'list-sandbox-secrets': all(knowSandbox, listSecrets),
  'get-sandbox-secret': all(knowSandbox, openSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem')),
  'get-webhook-secret': all(knowSandbox, openSecrets, (fn, { data }) => data.secrets.allow(fn, 'GetItem')),
} satisfies AreaGrants;
