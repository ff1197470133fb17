import { partlyHidden, partsToHide } from '../../../settings/secrets/secret-forms.ts';
import { tokenName } from '../../../settings/secrets/secret-store.ts';
import type { StartSettings } from '../../../settings/start-settings.ts';
import type { StartSecrets } from '../task/start-secrets.ts';

interface AgentSecret {
  readonly kind: 'StaticSecret';
  readonly value: string;
  readonly description?: string;
}

/** Secrets in plain text, as the agent server encrypts them. The request's override the owner's and git tokens. */
export function secretsOf(settings: StartSettings, secrets: StartSecrets): Record<string, AgentSecret> {
  const all = ownSecretsOf(settings, secrets);
  const parts = partsToHide(valuesOf(all));
  return Object.fromEntries([
    ...all,
    ...parts.map(({ name, value }) => named(name, value, 'Only hides a part of the secret in outputs.')),
  ]);
}

/** The names of the secrets that have more lines than agents hide. */
export function partlyHiddenIn(settings: StartSettings, secrets: StartSecrets): readonly string[] {
  return partlyHidden(valuesOf(ownSecretsOf(settings, secrets)));
}

function valuesOf(secrets: ReadonlyMap<string, AgentSecret>): ReadonlyMap<string, string> {
  return new Map([...secrets].map(([name, { value }]) => [name, value]));
}

/** The secrets by name, without parts. */
export function ownSecretsOf(settings: StartSettings, { secrets }: StartSecrets): ReadonlyMap<string, AgentSecret> {
  const tokens = [...settings.gitTokens].map(([provider, { token }]) =>
    named(tokenName(provider), token, `Token for ${provider} repositories`),
  );
  const own = [...settings.secrets].map(([name, { value, description }]) => named(name, value, description));
  const given = Object.entries(secrets).map(([name, value]) => named(name, value));
  const { secretNames: names } = settings;
  return new Map([...tokens, ...own, ...given].filter(([name]) => names === undefined || names.includes(name)));
}

function named(name: string, value: string, description: string | null = null): [string, AgentSecret] {
  return [name, { kind: 'StaticSecret', value, ...(description === null ? {} : { description }) }];
}
