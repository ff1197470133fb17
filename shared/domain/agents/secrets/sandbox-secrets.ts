import { ProviderType } from '../../../contract/shapes/enums.ts';
import { AppError, NotFoundError } from '../../../platform/errors.ts';
import type { Vault } from '../../../platform/vault.ts';
import {
  authenticateSandbox,
  type SandboxAuthentication,
  type SandboxClaim,
} from '../../sandboxes/agent/authenticate-sandbox.ts';
import type { Sandbox } from '../../sandboxes/record/sandbox.ts';
import { apiStatus } from '../../sandboxes/record/status.ts';
import { CUSTOM_PURPOSE, gitPurpose, type SecretStore, tokenName } from '../../settings/secrets/secret-store.ts';

/** The running sandbox with this session key; undefined for any other key. */
export async function runningSandboxOf(
  sessionKey: string | null,
  deps: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  const sandbox = await authenticateSandbox(sessionKey, deps);
  return sandbox && apiStatus(sandbox) === 'RUNNING' ? sandbox : undefined;
}

/** The calling sandbox. @throws AppError `unauthenticated`; `forbidden` when the key belongs to another sandbox */
export async function askingSandbox(
  { sessionKey, pathSandboxId }: SandboxClaim,
  deps: SandboxAuthentication,
): Promise<Sandbox> {
  const sandbox = await runningSandboxOf(sessionKey, deps);
  if (!sandbox)
    throw new AppError('unauthenticated', 'Send the session key of a running sandbox in X-Session-API-Key.');
  if (sandbox.sandbox_id !== pathSandboxId)
    throw new AppError('forbidden', 'This session key belongs to another sandbox.');
  return sandbox;
}

/** The owner's secret, or the git token, of that name. @throws NotFoundError; AppError `unavailable` */
export async function secretValue(
  ownerId: string,
  name: string,
  {
    secrets,
    vault,
  }: { readonly secrets: Pick<SecretStore, 'findCustom' | 'findGit'>; readonly vault: Pick<Vault, 'open'> },
): Promise<string> {
  const provider = ProviderType.options.find((known) => tokenName(known) === name.toUpperCase());
  const [custom, token] = await Promise.all([
    secrets.findCustom(ownerId, name),
    provider && secrets.findGit(ownerId, provider),
  ]);
  if (custom) return vault.open(ownerId, CUSTOM_PURPOSE, custom.sealed);
  if (!token) throw new NotFoundError('Secret', name);
  return vault.open(ownerId, gitPurpose(token.provider), token.sealed);
}
