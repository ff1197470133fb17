import { ProviderType } from '../contract/enums.ts';
import { AppError, NotFoundError } from '../errors.ts';
import { authenticateSandbox, type SandboxAuthentication } from '../sandboxes/authenticate-sandbox.ts';
import type { Sandbox } from '../sandboxes/sandbox.ts';
import { wireStatus } from '../sandboxes/status.ts';
import type { Vault } from '../vault/vault.ts';
import { CUSTOM_PURPOSE, gitPurpose } from './secret-record.ts';
import type { SecretStore } from './secret-store.ts';
import type { GitProvider } from './start-settings.ts';

/** The running sandbox whose session key this is. @returns undefined for any other key, whatever the reason. */
export async function runningSandboxOf(
  sessionKey: string | null,
  deps: SandboxAuthentication,
): Promise<Sandbox | undefined> {
  const sandbox = await authenticateSandbox(sessionKey, deps);
  return sandbox && wireStatus(sandbox) === 'RUNNING' ? sandbox : undefined;
}

/**
 * The sandbox that asks for its owner's secrets.
 *
 * @throws AppError `unauthenticated` without the key of a running sandbox; `forbidden` when it is another sandbox than the one that is asked for.
 */
export async function askingSandbox(
  sessionKey: string | null,
  sandboxId: string,
  deps: SandboxAuthentication,
): Promise<Sandbox> {
  const sandbox = await runningSandboxOf(sessionKey, deps);
  if (!sandbox) throw new AppError('unauthenticated', 'send the session key of a running sandbox in X-Session-API-Key');
  if (sandbox.sandbox_id !== sandboxId) throw new AppError('forbidden', 'this session key is of another sandbox');
  return sandbox;
}

/** The name under which agents know a provider's token. */
export function tokenName(provider: GitProvider): string {
  return `${provider.toUpperCase()}_TOKEN`;
}

/**
 * The value of a secret: the owner's own of that name, else the token of the git provider that the name means, in upper or lower case.
 *
 * @throws NotFoundError; AppError `unavailable`.
 */
export async function secretValue(
  ownerId: string,
  name: string,
  {
    secrets,
    vault,
  }: { readonly secrets: Pick<SecretStore, 'findCustom' | 'findGit'>; readonly vault: Pick<Vault, 'open'> },
): Promise<string> {
  const custom = await secrets.findCustom(ownerId, name);
  if (custom) return vault.open(ownerId, CUSTOM_PURPOSE, custom.sealed);
  const provider = ProviderType.options.find((known) => tokenName(known) === name.toUpperCase());
  const token = provider && (await secrets.findGit(ownerId, provider));
  if (!token) throw new NotFoundError('Secret', name);
  return vault.open(ownerId, gitPurpose(token.provider), token.sealed);
}
