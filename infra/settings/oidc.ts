import * as z from 'zod';
import { OwnerId } from '../../shared/contract/shapes/owner-id.ts';
import { roles } from '../../shared/contract/shapes/roles.ts';
import { domainName } from './ingress.ts';
import type { Stage } from './stages.ts';

/** The issuer that stands for a user pool of this stage. */
export const COGNITO = 'cognito';

/** A function's variables have 4 KB, and this one shares them with others. */
const MAX_BYTES = 2_000;

const anyoneGetsAnAddressThere = [
  'gmail.com',
  'googlemail.com',
  'outlook.com',
  'hotmail.com',
  'live.com',
  'yahoo.com',
  'icloud.com',
  'proton.me',
  'protonmail.com',
  'gmx.de',
  'gmx.net',
  'aol.com',
];

const ISSUER =
  "must be 'cognito' or the issuer of an OpenID provider exactly as its discovery document names it, such as https://login.example.com, without /.well-known/openid-configuration";

const issuer = z.string(ISSUER).max(255).refine(isIssuer, ISSUER);

function isIssuer(text: string): boolean {
  return (
    text === COGNITO || (/^https?:\/\/[^?#\s]+$/.test(text) && URL.canParse(text) && !text.includes('/.well-known/'))
  );
}

const claim = z.string().min(1, 'must be the name of a claim').max(100);

const scope = z.string().regex(/^[\x21\x23-\x5b\x5d-\x7e]{1,200}$/, 'must be a scope, without spaces');

const origin = z
  .string()
  .regex(/^https:\/\/[a-z0-9.-]+(:\d{1,5})?$/, 'must be an origin such as https://a.example.com');

const emailDomain = domainName('example.com').refine((domain) => !anyoneGetsAnAddressThere.includes(domain), {
  error: ({ input }) => `cannot contain ${input}, where anyone gets an address`,
});

const provider = z.strictObject(
  {
    issuer,
    /** The public client (authorization code with PKCE, no secret) of the console and of `acs login`. */
    clientId: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/, 'must be the ID of a client')
      .optional(),
    /** Clients then send access tokens for this audience instead of ID tokens. */
    audience: z
      .string()
      .regex(/^[\x21-\x7e]{1,255}$/, 'must be the audience of access tokens')
      .optional(),
    /** By default `openid`, `email`, `profile` and, where the provider offers it, `offline_access`. */
    scopes: z.array(scope).min(1).max(20).optional(),
    /** Origins besides the issuer's that the console calls, such as that of the token endpoint. */
    origins: z.array(origin).max(5).optional(),
    /** With `cognito`: the names of further identity providers, which the operator adds to the pool. */
    identityProviders: z
      .array(z.string().regex(/^[\w.-]{3,32}$/, 'must be the name of an identity provider of the user pool'))
      .max(10)
      .optional(),
    /** The claims of a person. `owner` names the person's owner; without it, no claim does. */
    claims: z
      .strictObject({ owner: claim, email: claim, email_verified: claim, name: claim, picture: claim, groups: claim })
      .partial()
      .optional(),
    /** Whether addresses are trusted without `email_verified`, as of a provider with only a company's own accounts. */
    trustEmail: z.boolean().optional(),
    /** The role that each group of the provider gives. */
    roles: z.record(z.string().min(1).max(200), z.enum(roles, 'must be viewer, member, admin or operator')).optional(),
    /** The people that a first sign-in makes members: none, those with an invitation, or also those of a domain. */
    signUp: z
      .union([z.enum(['closed', 'invited']), z.record(emailDomain, OwnerId)], {
        error:
          'must be \'closed\', \'invited\' or a map from domains of mail addresses to owners: {"example.com": "acme"}',
      })
      .optional(),
  },
  {
    error: ({ code }) =>
      code === 'invalid_type'
        ? 'must be \'cognito\' or, as JSON, an object such as {"issuer": "https://login.example.com", "clientId": "…"}'
        : undefined,
  },
);

/** The OpenID provider by which people sign in. Without it, there are only API keys. */
export const oidc = z.preprocess((given) => (given === COGNITO ? { issuer: COGNITO } : given), provider);

export type OidcSetting = z.output<typeof oidc>;

/** A provider with an address and a client. */
export interface Provider {
  readonly issuer: string;
  readonly clientId: string;
}

/** The operator's provider; undefined if the stage makes one. */
export function ownProvider({ issuer, clientId }: OidcSetting): Provider | undefined {
  return issuer === COGNITO || clientId === undefined ? undefined : { issuer, clientId };
}

/** The variable `OIDC` of functions. `shared/domain/accounts/people/oidc-settings.ts` reads it. */
export function oidcVariable(setting: OidcSetting, { issuer, clientId }: Provider): string {
  const isCognito = setting.issuer === COGNITO;
  const { audience, scopes, claims, trustEmail = false, roles = {}, signUp = 'invited' } = setting;
  const groups = isCognito ? 'cognito:groups' : 'groups';
  const defaults = { email: 'email', email_verified: 'email_verified', name: 'name', picture: 'picture', groups };
  return JSON.stringify({
    issuer,
    clientId,
    audience,
    scopes: scopes ?? ['openid', 'email', 'profile', ...(isCognito ? [] : ['offline_access'])],
    claims: { ...defaults, ...claims },
    trustEmail,
    roles,
    signUp,
  });
}

interface WithOidc {
  readonly name: string;
  readonly oidc?: OidcSetting | undefined;
}

/** The first problem of the setting, in one sentence. */
export function oidcProblem(stage: Stage, { name, oidc: setting }: WithOidc): string | undefined {
  if (setting === undefined) return undefined;
  const problem = setting.issuer === COGNITO ? cognitoProblem(stage, name, setting) : providerProblem(stage, setting);
  return problem ?? bothProblem(setting);
}

function cognitoProblem(stage: Stage, name: string, setting: OidcSetting): string | undefined {
  const { clientId, audience, scopes, origins, trustEmail, signUp } = setting;
  if (stage === 'local') return 'oidc: the local stage has no Cognito. Start a local provider: npm start -- --oidc.';
  const [, reserved] = /(aws|amazon|cognito)/.exec(name) ?? [];
  if (reserved !== undefined) {
    return `name: contains '${reserved}', which the domain of a user pool must not. Choose another name, or another issuer than 'cognito'.`;
  }
  const [needless] = Object.entries({ clientId, audience, scopes, origins }).filter(([, value]) => value !== undefined);
  if (needless)
    return `oidc.${needless[0]}: not with the issuer 'cognito', for which the stage makes it. Leave it out.`;
  if (trustEmail && typeof signUp === 'object') {
    return "oidc.trustEmail: not with the issuer 'cognito' and domains in signUp, because people could then sign up with an address of someone else. Leave it out: Cognito verifies addresses.";
  }
  return undefined;
}

function providerProblem(stage: Stage, { issuer, clientId, identityProviders }: OidcSetting): string | undefined {
  if (clientId === undefined) {
    return `oidc.clientId: needed, the ID of the client that you registered at ${issuer} (public, authorization code with PKCE).`;
  }
  if (identityProviders !== undefined) return "oidc.identityProviders: only with the issuer 'cognito'. Leave it out.";
  const { protocol, hostname, pathname } = new URL(issuer);
  if (protocol === 'http:' && stage !== 'local') return 'oidc.issuer: must begin with https://.';
  if (protocol === 'http:' && !['localhost', '127.0.0.1'].includes(hostname)) {
    return 'oidc.issuer: must begin with https://, or be on localhost.';
  }
  if (hostname === 'login.microsoftonline.com' && /^\/(common|organizations|consumers)\b/.test(pathname)) {
    return 'oidc.issuer: must name your tenant: https://login.microsoftonline.com/{tenant id}/v2.0. Tokens name the tenant of each person, so those of others would otherwise be as good as yours.';
  }
  return undefined;
}

function bothProblem(setting: OidcSetting): string | undefined {
  const { audience, clientId, scopes, signUp } = setting;
  if (audience !== undefined && audience === clientId) {
    return 'oidc.audience: is clientId, which ID tokens already name. Leave it out.';
  }
  if (scopes && !scopes.includes('openid')) return "oidc.scopes: needs 'openid', without which there are no ID tokens.";
  if (typeof signUp === 'object' && Object.keys(signUp).length === 0) {
    return "oidc.signUp: names no domain. To admit only people with an invitation, write 'invited'.";
  }
  const bytes = Buffer.byteLength(oidcVariable(setting, { issuer: setting.issuer, clientId: clientId ?? '' }));
  if (bytes <= MAX_BYTES) return undefined;
  return `oidc: has ${bytes} bytes, and at most ${MAX_BYTES} are possible. Name fewer groups in roles or fewer domains in signUp.`;
}

/** The origins that the console calls to sign people in. @param made those of the pool that the stage makes */
export function providerOriginsOf(setting: OidcSetting | undefined, made: readonly string[] = []): readonly string[] {
  const own = setting && ownProvider(setting);
  return own ? [new URL(own.issuer).origin, ...(setting.origins ?? [])] : made;
}
