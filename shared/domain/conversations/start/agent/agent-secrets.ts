import { partlyHidden, partsToHide } from '../../../settings/secrets/secret-forms.ts';
import { tokenName } from '../../../settings/secrets/secret-store.ts';
import type { GitAccess, StartSettings } from '../../../settings/start-settings.ts';
import type { StartSecrets } from '../task/start-secrets.ts';

interface StaticSecret {
  readonly kind: 'StaticSecret';
  readonly value: string;
  readonly description?: string;
}

/** The agent server asks for it whenever a command names it, so that a token can last for less than a conversation. */
interface LookupSecret {
  readonly kind: 'LookupSecret';
  readonly url: string;
  readonly headers: Readonly<Record<string, string>>;
  readonly description: string;
}

/** A secret of a start: its present value, and where the agent gets later ones. */
interface OwnSecret {
  readonly value: string;
  readonly description: string | null;
  readonly access?: GitAccess | undefined;
}

/**
 * Secrets as the agent server encrypts them. The request's override the owner's and git tokens. It keeps no token of a
 * git provider: neither its disk nor a copy of that has one.
 */
export function secretsOf(settings: StartSettings, secrets: StartSecrets): Record<string, StaticSecret | LookupSecret> {
  const all = ownSecretsOf(settings, secrets);
  return Object.fromEntries([
    ...[...all].map(([name, secret]) => [name, forAgent(secret)] as const),
    ...partsToHide(keptIn(all)).map(({ name, value }) => [name, hidden(value)] as const),
  ]);
}

/** The names of the secrets that have more lines than agents hide. */
export function partlyHiddenIn(settings: StartSettings, secrets: StartSecrets): readonly string[] {
  return partlyHidden(keptIn(ownSecretsOf(settings, secrets)));
}

/** The values that the agent keeps. */
function keptIn(secrets: ReadonlyMap<string, OwnSecret>): ReadonlyMap<string, string> {
  return new Map([...secrets].flatMap(([name, { value, access }]) => (access ? [] : [[name, value]])));
}

/** The secrets by name, without parts. */
export function ownSecretsOf(settings: StartSettings, { secrets }: StartSecrets): ReadonlyMap<string, OwnSecret> {
  const tokens = [...settings.gitTokens].map(([provider, { token, access }]): [string, OwnSecret] => [
    tokenName(provider),
    { value: token, description: `Token for ${provider} repositories`, access },
  ]);
  const own = [...settings.secrets].map(([name, { value, description }]): [string, OwnSecret] => [
    name,
    { value, description },
  ]);
  const given = Object.entries(secrets).map(([name, value]): [string, OwnSecret] => [
    name,
    { value, description: null },
  ]);
  const { secretNames: names } = settings;
  return new Map([...tokens, ...own, ...given].filter(([name]) => names === undefined || names.includes(name)));
}

function forAgent({ value, description, access }: OwnSecret): StaticSecret | LookupSecret {
  if (!access) return { kind: 'StaticSecret', value, ...(description === null ? {} : { description }) };
  const { url, token } = access;
  return { kind: 'LookupSecret', url, headers: { 'X-Access-Token': token }, description: description ?? '' };
}

function hidden(value: string): StaticSecret {
  return { kind: 'StaticSecret', value, description: 'Only hides a part of the secret in outputs.' };
}
