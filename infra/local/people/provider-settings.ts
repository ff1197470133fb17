import { type Configuration, interactionPolicy, type KoaContextWithOIDC } from 'oidc-provider';
import { CLI_CALLBACK, CONSOLE_SIGN_IN } from '../../../shared/contract/shapes/sign-in-addresses.ts';
import { escaped, page } from './login-page.ts';
import { claimsOf, LOCAL_CLIENT, type LocalPerson } from './people.ts';
import type { ProviderKeys } from './provider-keys.ts';
import type { ProviderRows } from './provider-rows.ts';

const SCOPES = 'openid email profile offline_access';

const DAY = 24 * 60 * 60;

/** Seconds for which an ID token is valid. Short, so that clients refresh theirs while someone watches. */
const ID_TOKEN_SECONDS = 15 * 60;

interface Parts {
  readonly rows: ProviderRows;
  readonly keys: ProviderKeys;
  readonly find: (sub: string) => Promise<LocalPerson | undefined>;
}

export function providerSettings({ rows, keys, find }: Parts): Configuration {
  const loopback = ['localhost', '127.0.0.1', '[::1]'].map((host) => `http://${host}`);
  // The port of such an address does not count (RFC 8252, 7.3).
  const uris = (...paths: readonly string[]) => loopback.flatMap((origin) => paths.map((path) => `${origin}${path}`));
  return {
    adapter: (model) => rows.adapterOf(model),
    jwks: { keys: keys.signing },
    cookies: {
      keys: keys.cookies,
      names: { session: 'people_session', interaction: 'people_sign_in', resume: 'people_resume' },
    },
    clients: [
      {
        client_id: LOCAL_CLIENT,
        client_name: 'the Agent Conversation Service',
        application_type: 'native',
        token_endpoint_auth_method: 'none',
        response_types: ['code'],
        grant_types: ['authorization_code', 'refresh_token', 'urn:ietf:params:oauth:grant-type:device_code'],
        redirect_uris: uris(CONSOLE_SIGN_IN, CLI_CALLBACK),
        post_logout_redirect_uris: uris(CONSOLE_SIGN_IN, '/'),
      },
    ],
    scopes: SCOPES.split(' '),
    claims: { openid: ['sub'], email: ['email', 'email_verified'], profile: ['name', 'picture', 'groups'] },
    // The service reads people's claims from ID tokens.
    conformIdTokenClaims: false,
    findAccount: async (_, sub) => {
      const person = await find(sub);
      return person && { accountId: sub, claims: async () => claimsOf(person) };
    },
    features: {
      devInteractions: { enabled: false },
      revocation: { enabled: true, allowedPolicy: async (_, client, token) => token.clientId === client.clientId },
      rpInitiatedLogout: { enabled: true, logoutSource: showSignOut, postLogoutSuccessSource: showSignedOut },
      deviceFlow: {
        enabled: true,
        userCodeInputSource: showCodeInput,
        userCodeConfirmSource: showCodeConfirmation,
        successSource: (ctx) =>
          show(ctx, 'Signed in', '<p>You can close this page. The program continues by itself.</p>'),
      },
    },
    interactions: { policy: policyWithoutConsent(), url: (_, { uid }) => `/interaction/${uid}` },
    loadExistingGrant: grantOf,
    issueRefreshToken: async (_, client) => client.grantTypeAllowed('refresh_token'),
    clientBasedCORS: (_, origin) => loopback.some((own) => origin === own || origin.startsWith(`${own}:`)),
    renderError: (ctx, { error, error_description }) =>
      show(
        ctx,
        'Something went wrong',
        `<p class="problem">${escaped(error)}: ${escaped(error_description ?? '')}</p>`,
      ),
    ttl: {
      AccessToken: ID_TOKEN_SECONDS,
      AuthorizationCode: 60,
      DeviceCode: 600,
      Grant: 14 * DAY,
      IdToken: ID_TOKEN_SECONDS,
      Interaction: 3_600,
      RefreshToken: 14 * DAY,
      Session: 14 * DAY,
    },
  };
}

/** People are not asked for their consent, as the client belongs to this machine. */
function policyWithoutConsent() {
  const policy = interactionPolicy.base();
  policy.get('consent')?.checks.clear();
  return policy;
}

async function grantOf({ oidc }: KoaContextWithOIDC) {
  const { client, session, provider } = oidc;
  if (!client || !session?.accountId) return undefined;
  const kept = session.grantIdFor(client.clientId);
  const known = kept === undefined ? undefined : await provider.Grant.find(kept);
  if (known?.accountId === session.accountId) return known;
  const grant = new provider.Grant({ clientId: client.clientId, accountId: session.accountId });
  grant.addOIDCScope(SCOPES);
  await grant.save();
  return grant;
}

function show(ctx: KoaContextWithOIDC, title: string, body: string): void {
  ctx.type = 'html';
  ctx.body = page(title, body);
}

/** A client that proves with a token whose session it is signs out without a question. */
function showSignOut(ctx: KoaContextWithOIDC, form: string): void {
  const button = '<button form="op.logoutForm" name="logout" value="yes" autofocus>Sign out</button>';
  const submit = "<script>document.querySelector('button').click()</script>";
  show(ctx, 'Sign out', `${form}${button}${ctx.oidc.entities.IdTokenHint ? submit : ''}`);
}

function showSignedOut(ctx: KoaContextWithOIDC): void {
  show(ctx, 'Signed out', '<p>You can close this page.</p>');
}

function showCodeInput(ctx: KoaContextWithOIDC, form: string, _: unknown, problem?: Error): void {
  const said = problem ? '<p class="problem" role="alert">This code does not exist or has expired.</p>' : '';
  const button = '<button type="submit" form="op.deviceInputForm">Continue</button>';
  show(ctx, 'Enter the code', `<p>The program that wants to sign in shows it.</p>${said}${form}${button}`);
}

function showCodeConfirmation(ctx: KoaContextWithOIDC, form: string, _: unknown, __: unknown, code: string): void {
  const buttons =
    '<button type="submit" form="op.deviceConfirmForm" autofocus>Sign in</button><button type="submit" form="op.deviceConfirmForm" name="abort" value="yes">Cancel</button>';
  show(
    ctx,
    'Sign in on another device',
    `<p>Does the program show <strong>${escaped(code)}</strong>?</p>${form}${buttons}`,
  );
}
