import { discoveryUrl } from '../../../shared/domain/accounts/people/issuer-keys.ts';
import { ALGORITHMS } from '../../../shared/domain/accounts/people/verify-token.ts';
import { ownProvider, providerOriginsOf } from '../../settings/oidc.ts';
import type { Account } from '../account/account.ts';
import { STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';

/** A document of the provider; a text says why there is none. */
type Answer = Readonly<Record<string, unknown>> | string;

interface Facts {
  /** Undefined for a pool that does not exist yet. */
  readonly issuer: string | undefined;
  readonly discovery: Answer;
  readonly keys: Answer;
}

const TIMEOUT_MS = 8_000;

export const oidc = defineCheck<Facts | undefined>({
  id: 'oidc',
  about: 'whether the identity provider that `oidc` names answers, is the issuer, and offers sign-in by code and PKCE',
  when: ['before', 'after'],
  actions: STACK_ACTIONS,
  async read(account, { settings, when }) {
    if (settings.oidc === undefined) return undefined;
    const own = ownProvider(settings.oidc)?.issuer;
    const issuer = own ?? (when === 'after' ? await madeIssuer(account) : undefined);
    if (issuer === undefined) return { issuer, discovery: 'not asked', keys: 'not asked' };
    const discovery = await documentAt(discoveryUrl(issuer));
    const url = typeof discovery === 'string' ? undefined : discovery.jwks_uri;
    return { issuer, discovery, keys: typeof url === 'string' ? await documentAt(url) : 'it names no keys' };
  },
  judge(facts, subject) {
    if (!facts) return [ok('People do not sign in: there are only API keys, as oidc is not set.')];
    const { issuer, discovery, keys } = facts;
    if (issuer === undefined) return [ok('The deployment makes a user pool of Amazon Cognito.')];
    if (typeof discovery === 'string') return [silent(discoveryUrl(issuer), discovery)];
    if (discovery.issuer !== issuer) return [another(issuer, discovery.issuer)];
    const problems = [...flow(issuer, discovery), ...algorithms(issuer, discovery), ...publicKeys(issuer, keys)];
    const others = origins(discovery, subject);
    if (problems.length + others.length > 0) return [...problems, ...others];
    return [ok(`${issuer} answers, and people can sign in there by code and PKCE.`)];
  },
});

async function madeIssuer(account: Pick<Account, 'stacks'>): Promise<string | undefined> {
  const { stacks } = await account.stacks();
  return stacks.map(({ outputs }) => outputs.OidcIssuer).find((output) => output !== undefined);
}

async function documentAt(url: string): Promise<Answer> {
  try {
    const response = await fetch(url, { redirect: 'error', signal: AbortSignal.timeout(TIMEOUT_MS) });
    if (!response.ok) return `it answered ${response.status}`;
    const value: unknown = await response.json();
    return typeof value === 'object' && value !== null ? (value as Answer) : 'it answered with no JSON object';
  } catch (error) {
    const { cause, message } = error as Error;
    return cause instanceof Error ? cause.message : message;
  }
}

const NO_SIGN_IN = 'People cannot sign in; API keys work.';

function silent(url: string, reason: string): Finding {
  return error(
    `The identity provider has no discovery document at ${url}: ${reason}.`,
    NO_SIGN_IN,
    'Correct the issuer in `oidc`, and check that the provider is reached from the internet (docs/deploy.md, Sign-in by your identity provider).',
  );
}

function another(issuer: string, named: unknown): Finding {
  return error(
    `The identity provider at ${issuer} names itself ${String(named)}.`,
    'The service refuses each of its tokens.',
    `Write the issuer in \`oidc\` exactly as its discovery document does: ${String(named)}`,
  );
}

function flow(issuer: string, discovery: Exclude<Answer, string>): readonly Finding[] {
  const types = listIn(discovery.response_types_supported) ?? [];
  // Entra and Cognito have PKCE, and do not say so.
  const methods = listIn(discovery.code_challenge_methods_supported) ?? ['S256'];
  const lacks = types.includes('code') ? (methods.includes('S256') ? undefined : 'PKCE with S256') : 'codes';
  if (lacks !== undefined) {
    return [
      error(
        `${issuer} does not offer ${lacks}.`,
        NO_SIGN_IN,
        'Use another provider, or connect this one to Amazon Cognito.',
      ),
    ];
  }
  if (new URL(issuer).hostname !== 'accounts.google.com') return [];
  return [
    warning(
      'Google asks each web client for a secret, also with PKCE.',
      'The console has no secret, so Google refuses its sign-ins.',
      'Set `oidc` to cognito with identityProviders, and add Google to the user pool.',
    ),
  ];
}

function algorithms(issuer: string, discovery: Exclude<Answer, string>): readonly Finding[] {
  const offered = listIn(discovery.id_token_signing_alg_values_supported) ?? ['RS256'];
  if (offered.some((algorithm) => ALGORITHMS.includes(algorithm))) return [];
  return [
    error(
      `${issuer} signs its tokens by ${offered.join(', ')}, which the service does not accept.`,
      NO_SIGN_IN,
      `Configure the provider to sign by one of ${ALGORITHMS.join(', ')}.`,
    ),
  ];
}

function publicKeys(issuer: string, keys: Answer): readonly Finding[] {
  const found = typeof keys === 'string' ? undefined : keys.keys;
  if (Array.isArray(found) && found.length > 0) return [];
  const reason = typeof keys === 'string' ? keys : 'there is none';
  return [
    error(
      `The keys of ${issuer} cannot be read: ${reason}.`,
      NO_SIGN_IN,
      'Check `jwks_uri` in its discovery document.',
    ),
  ];
}

/** The console may only call origins in its policy. A pool's are known. */
function origins(discovery: Exclude<Answer, string>, { settings: { oidc: setting } }: Subject): readonly Finding[] {
  const allowed = providerOriginsOf(setting);
  const { token_endpoint: url } = discovery;
  if (allowed.length === 0 || typeof url !== 'string' || !URL.canParse(url)) return [];
  const { origin } = new URL(url);
  if (allowed.includes(origin)) return [];
  return [
    error(
      `The provider has its token endpoint at ${origin}, which the console does not call.`,
      'Sign-ins in the console fail after the login page.',
      `Add ${origin} to \`origins\` in \`oidc\`, and deploy.`,
    ),
  ];
}

function listIn(value: unknown): readonly string[] | undefined {
  return Array.isArray(value) ? value.filter((entry) => typeof entry === 'string') : undefined;
}
