import type { GitProviders } from '../../../contract/settings/secrets.ts';
import type { GitProvider } from '../../../contract/shapes/enums.ts';
import { type Clock, timestamp } from '../../../platform/clock.ts';
import { NotFoundError, retryLostRaces } from '../../../platform/errors.ts';
import type { Vault } from '../../../platform/vault.ts';
import { nextApp, sealAppKey } from './github-app.ts';
import { originOf, otherOrigin } from './origins.ts';
import {
  CUSTOM_PURPOSE,
  type CustomSecret,
  type GitRow,
  gitPurpose,
  MAX_CUSTOM_SECRETS,
  SecretExistsError,
  type SecretStore,
} from './secret-store.ts';

export interface SecretDeps {
  readonly secrets: SecretStore;
  readonly vault: Pick<Vault, 'seal'>;
  readonly now: Clock;
}

export interface SecretOrder {
  readonly name: string;
  readonly value: string;
  /** Undefined and null keep the stored description. */
  readonly description?: string | null | undefined;
}

/** Saves a secret. @throws TooManySecretsError, SecretExistsError; AppError `unavailable` */
export async function keepSecret(
  ownerId: string,
  { name, value, description }: SecretOrder,
  onExisting: 'replace' | 'refuse',
  { secrets, vault, now }: SecretDeps,
): Promise<void> {
  const sealed = await vault.seal(ownerId, CUSTOM_PURPOSE, value);
  await retryLostRaces(async () => {
    const before = await secrets.findCustom(ownerId, name);
    if (before && onExisting === 'refuse') throw new SecretExistsError(name);
    const at = timestamp(now());
    const base = before ?? { owner_id: ownerId, name, description: null, version: 0, created_at: at };
    const next = { ...base, sealed, description: description ?? base.description };
    await secrets.saveCustom({ ...next, version: base.version + 1, updated_at: at }, MAX_CUSTOM_SECRETS);
  });
}

/** Changes a secret. A description of null removes it. @throws NotFoundError; SecretExistsError; AppError */
export async function changeSecret(
  ownerId: string,
  id: string,
  change: {
    readonly name: string;
    readonly value?: string | null | undefined;
    readonly description?: string | null | undefined;
  },
  { secrets, vault, now }: SecretDeps,
): Promise<void> {
  const { name, value, description } = change;
  const sealed = value ? await vault.seal(ownerId, CUSTOM_PURPOSE, value) : undefined;
  await retryLostRaces(async () => {
    const before = await getSecret(ownerId, id, secrets);
    const next: CustomSecret = {
      ...before,
      name,
      sealed: sealed ?? before.sealed,
      description: description === undefined ? before.description : description,
      version: before.version + 1,
      updated_at: timestamp(now()),
    };
    if (name === id) await secrets.replaceCustom(next);
    else await secrets.rename(before, next);
  });
}

/** @throws NotFoundError */
export function deleteSecret(ownerId: string, id: string, { secrets }: Pick<SecretDeps, 'secrets'>): Promise<void> {
  return retryLostRaces(async () => secrets.removeCustom(await getSecret(ownerId, id, secrets)));
}

/**
 * Saves all git tokens of a request and its GitHub App, or none. Other providers stay. A stored token or key goes only
 * to the host that it was given for.
 *
 * @throws AppError `validation_failed` for another host without a token, or a wrong key; `unavailable`
 */
export async function keepGitTokens(ownerId: string, sent: GitProviders, deps: SecretDeps): Promise<void> {
  const orders = Object.entries(sent.provider_tokens ?? {}).flatMap(([name, order]) =>
    order ? [{ provider: name as GitProvider, token: order.token || null, host: order.host || null }] : [],
  );
  const { github_app: app } = sent;
  const appKey = await sealAppKey(ownerId, app, deps.vault);
  const sealed = new Map(
    await Promise.all(
      orders.flatMap(({ provider, token }) =>
        token ? [deps.vault.seal(ownerId, gitPurpose(provider), token).then((text) => [provider, text] as const)] : [],
      ),
    ),
  );
  await retryLostRaces(async () => {
    const { git, app: appBefore } = await deps.secrets.allGit(ownerId);
    const known = new Map(git.map((token) => [token.provider, token]));
    const at = timestamp(deps.now());
    const next = orders.flatMap(({ provider, host }): GitRow[] => {
      const before = known.get(provider);
      const text = sealed.get(provider);
      if (!text) {
        // Web clients send all providers, most of them without a token, and some without its host.
        if (!before || !host || addressOf(host) === addressOf(before.host)) return [];
        if (!isSameHost(host, before.host)) throw otherOrigin(['provider_tokens', provider, 'token']);
        return [{ ...before, host, version: before.version + 1, updated_at: at }];
      }
      const base = before ?? { owner_id: ownerId, provider, version: 0, created_at: at };
      return [{ ...base, sealed: text, host, version: base.version + 1, updated_at: at }];
    });
    if (app) next.push(nextApp(ownerId, app, appKey, appBefore, at));
    await deps.secrets.saveGit(next);
    if (app === null && appBefore) await deps.secrets.removeGit([appBefore]);
  });
}

/** The host and path in one spelling. */
function addressOf(host: string | null): string | undefined {
  return URL.parse(`https://${host ?? ''}`)?.href;
}

function isSameHost(one: string, other: string | null): boolean {
  return other !== null && originOf(`https://${one}`) === originOf(`https://${other}`);
}

/** Deletes the token of one provider, or all tokens for null. The GitHub App goes with the token of GitHub. */
export function forgetGitTokens(
  ownerId: string,
  only: GitProvider | null,
  { secrets }: Pick<SecretDeps, 'secrets'>,
): Promise<void> {
  return retryLostRaces(async () => {
    const { git, app } = await secrets.allGit(ownerId);
    const apps = app && (only === null || only === 'github') ? [app] : [];
    await secrets.removeGit([...git.filter(({ provider }) => only === null || provider === only), ...apps]);
  });
}

async function getSecret(ownerId: string, id: string, secrets: SecretStore): Promise<CustomSecret> {
  const secret = await secrets.findCustom(ownerId, id);
  if (!secret) throw new NotFoundError('Secret', id);
  return secret;
}
