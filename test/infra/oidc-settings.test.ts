import { afterEach, describe, expect, it, vi } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { oidcVariable, ownProvider } from '../../infra/settings/oidc.ts';
import { oidcSettings } from '../../shared/domain/accounts/people/oidc-settings.ts';
import { changedProduction, production } from './synthesis.ts';

const given = (context: Record<string, unknown>) => settingsFor((key) => context[key], Object.keys(context));

const own = { issuer: 'https://login.example.com', clientId: 'console' };

describe('the setting oidc', () => {
  afterEach(() => vi.unstubAllEnvs());

  const readBack = (context: Record<string, unknown>, made?: { issuer: string; clientId: string }) => {
    const { oidc } = given(context);
    const provider = oidc && (ownProvider(oidc) ?? made);
    if (!oidc || !provider) throw new Error('there is no provider');
    vi.stubEnv('OIDC', oidcVariable(oidc, provider));
    return oidcSettings();
  };

  it('is none by default, and functions then have no variable', () => {
    vi.stubEnv('OIDC', '');

    expect([given({}).oidc, given({ stage: 'local' }).oidc, oidcSettings()]).toEqual([undefined, undefined, undefined]);
  });

  it('reaches functions with every default resolved', () => {
    expect(readBack({ oidc: own })).toEqual({
      ...own,
      scopes: ['openid', 'email', 'profile', 'offline_access'],
      claims: {
        email: 'email',
        email_verified: 'email_verified',
        name: 'name',
        picture: 'picture',
        groups: 'groups',
      },
      trustEmail: false,
      roles: {},
      signUp: 'invited',
    });
  });

  it('reaches functions with what it sets, from cdk.json or as JSON from the command line', () => {
    const oidc = {
      ...own,
      issuer: 'https://login.microsoftonline.com/0a1b2c3d-1111-2222-3333-444455556666/v2.0',
      audience: 'api://agents',
      scopes: ['openid', 'api://agents/use'],
      claims: { owner: 'department', groups: 'roles' },
      trustEmail: true,
      roles: { '0a1b2c3d-1111-2222-3333-777788889999': 'operator' },
      signUp: { 'example.com': 'acme' },
    };

    const read = readBack({ stages: { dev: { oidc } } });
    expect(read).toMatchObject({ ...oidc, claims: { ...oidc.claims, email: 'email' } });
    expect(readBack({ oidc: JSON.stringify(oidc) })).toEqual(read);
  });

  it('makes a user pool by one word, or with roles and sign-up', () => {
    expect(given({ oidc: 'cognito' }).oidc).toEqual({ issuer: 'cognito' });
    const pool = { issuer: 'https://cognito-idp.eu-west-1.amazonaws.com/eu-west-1_a', clientId: 'made' };
    const oidc = { issuer: 'cognito', signUp: 'closed', roles: { operators: 'operator' } };
    expect(readBack({ oidc }, pool)).toMatchObject({
      ...pool,
      scopes: ['openid', 'email', 'profile'],
      claims: { groups: 'cognito:groups' },
      signUp: 'closed',
    });
  });

  it('can be a provider on this machine on the local stage', () => {
    const local = { ...own, issuer: 'http://localhost:4000' };

    expect(given({ stage: 'local', oidc: local }).oidc).toEqual(local);
  });

  it.each([
    [{ oidc: 'okta' }, 'oidc: must be \'cognito\' or, as JSON, an object such as {"issuer": '],
    [{ oidc: '{"issuer": ' }, "oidc: must be 'cognito' or, as JSON, an object"],
    [{ oidc: { ...own, secret: 'x' } }, 'oidc.secret: no such setting'],
    [{ oidc: { clientId: 'console' } }, "oidc.issuer: must be 'cognito' or the issuer"],
    [{ oidc: { ...own, issuer: 'login.example.com' } }, "oidc.issuer: must be 'cognito' or the issuer"],
    [
      { oidc: { ...own, issuer: 'https://login.example.com/.well-known/openid-configuration' } },
      'without /.well-known/openid-configuration',
    ],
    [{ oidc: { ...own, issuer: 'https://login.example.com/?tenant=1' } }, 'oidc.issuer: must be'],
    [{ oidc: { ...own, issuer: 'http://login.example.com' } }, 'oidc.issuer: must begin with https://.'],
    [{ oidc: { ...own, issuer: 'http://localhost:4000' } }, 'oidc.issuer: must begin with https://.'],
    [
      { stage: 'local', oidc: { ...own, issuer: 'http://login.example.com' } },
      'oidc.issuer: must begin with https://, or be on localhost.',
    ],
    [
      { oidc: { ...own, issuer: 'https://login.microsoftonline.com/common/v2.0' } },
      'oidc.issuer: must name your tenant: https://login.microsoftonline.com/{tenant id}/v2.0.',
    ],
    [
      { oidc: { issuer: own.issuer } },
      'oidc.clientId: needed, the ID of the client that you registered at https://login',
    ],
    [
      { stage: 'local', oidc: 'cognito' },
      'oidc: the local stage has no Cognito. Start a local provider: npm start -- --',
    ],
    [
      { oidc: { issuer: 'cognito', clientId: 'x' } },
      "oidc.clientId: not with the issuer 'cognito', for which the stage",
    ],
    [{ oidc: { issuer: 'cognito', audience: 'x' } }, "oidc.audience: not with the issuer 'cognito'"],
    [
      { oidc: { issuer: 'cognito', trustEmail: true, signUp: { 'example.com': 'acme' } } },
      "oidc.trustEmail: not with the issuer 'cognito' and domains in signUp",
    ],
    [{ oidc: { ...own, identityProviders: ['Google'] } }, "oidc.identityProviders: only with the issuer 'cognito'."],
    [{ oidc: { ...own, audience: 'console' } }, 'oidc.audience: is clientId, which ID tokens already name.'],
    [{ oidc: { ...own, scopes: ['email'] } }, "oidc.scopes: needs 'openid'"],
    [{ oidc: { ...own, scopes: ['openid email'] } }, 'oidc.scopes.0: must be a scope, without spaces'],
    [{ oidc: { ...own, claims: { mail: 'email' } } }, 'oidc.claims.mail: no such setting'],
    [{ oidc: { ...own, roles: { staff: 'owner' } } }, 'oidc.roles.staff: must be viewer, member, admin or operator'],
    [{ oidc: { ...own, signUp: 'open' } }, "oidc.signUp: must be 'closed', 'invited' or a map from domains"],
    [{ oidc: { ...own, signUp: { 'gmail.com': 'acme' } } }, "oidc.signUp: must be 'closed', 'invited' or a map"],
    [
      { oidc: { ...own, signUp: {} } },
      "oidc.signUp: names no domain. To admit only people with an invitation, write 'in",
    ],
    [{ oidc: { ...own, origins: ['https://a.example.com/token'] } }, 'oidc.origins.0: must be an origin'],
    [
      {
        oidc: {
          ...own,
          roles: Object.fromEntries(Array.from({ length: 60 }, (_, n) => [`${'g'.repeat(36)}${n}`, 'admin'])),
        },
      },
      'and at most 2000 are possible. Name fewer groups in roles or fewer domains in signUp.',
    ],
  ])('is refused with the name of its part: %j', (context, sentence) => {
    expect(() => given(context)).toThrow(sentence);
  });

  it('gives the variable to the functions that read it, and only with a provider', () => {
    const environmentOf = (synthesis: ReturnType<typeof production>) =>
      synthesis
        .everyResource('AWS::Lambda::Function')
        .filter(({ properties }) => String(properties.FunctionName).endsWith('-get-web-client-config'))
        .map(({ properties }) => properties.Environment.Variables.OIDC);

    expect(environmentOf(production())).toEqual([undefined]);
    expect(environmentOf(changedProduction())).toEqual([expect.stringContaining('"https://login.example.com"')]);
  });
});
