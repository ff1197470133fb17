import { afterAll, describe, expect, it } from 'vitest';
import { billOf, standingChargesOf } from '../../infra/docs/cost/costs.ts';
import { cliRedirectUris } from '../../shared/contract/shapes/sign-in-addresses.ts';
import { type Resource, Synthesis } from './synthesis.ts';

const invited = new Synthesis({ stage: 'prod', context: { oidc: 'cognito' } });
const signingUp = new Synthesis({
  stage: 'dev',
  context: {
    protectData: false,
    console: false,
    oidc: { issuer: 'cognito', signUp: { 'example.com': 'acme' }, identityProviders: ['Google', 'GitHub'] },
  },
});
afterAll(() => {
  for (const synthesis of [invited, signingUp]) synthesis.remove();
});

function only(of: Synthesis, type: string): Resource {
  const [first, ...others] = of.everyResource(type);
  if (!first || others.length > 0) throw new Error(`${others.length + (first ? 1 : 0)} resources ${type}`);
  return first;
}

/** The logical ids, imports and parts of a value of a template, as one text. */
const textOf = (value: unknown) => JSON.stringify(value);

describe('a stage whose people sign in by Amazon Cognito', () => {
  it('has a pool that outlives its stack, in which people have a second factor if they want one', () => {
    const { properties, raw } = only(invited, 'AWS::Cognito::UserPool');

    expect(raw).toMatchObject({ DeletionPolicy: 'Retain', UpdateReplacePolicy: 'Retain' });
    expect(properties).toMatchObject({
      DeletionProtection: 'ACTIVE',
      UserPoolTier: 'LITE',
      UsernameAttributes: ['email'],
      AutoVerifiedAttributes: ['email'],
      UserAttributeUpdateSettings: { AttributesRequireVerificationBeforeUpdate: ['email'] },
      MfaConfiguration: 'OPTIONAL',
      EnabledMfas: ['SOFTWARE_TOKEN_MFA'],
      UsernameConfiguration: { CaseSensitive: false },
      AccountRecoverySetting: { RecoveryMechanisms: [{ Name: 'verified_email', Priority: 1 }] },
    });
    expect(properties).not.toHaveProperty('SmsConfiguration');
    expect(invited.resources('data', 'AWS::Cognito::UserPool')).toHaveLength(1);
  });

  it('lets people sign up by themselves only if a domain of their address makes them members', () => {
    const isClosed = (of: Synthesis) =>
      only(of, 'AWS::Cognito::UserPool').properties.AdminCreateUserConfig.AllowAdminCreateUserOnly;

    expect([isClosed(invited), isClosed(signingUp)]).toEqual([true, false]);
  });

  it('can be thrown away with its stage', () => {
    const { properties, raw } = only(signingUp, 'AWS::Cognito::UserPool');

    expect([raw.DeletionPolicy, properties.DeletionProtection]).toEqual(['Delete', 'INACTIVE']);
  });

  it('has a public client for the console and acs, by code only', () => {
    const { properties } = only(invited, 'AWS::Cognito::UserPoolClient');
    const [page, ...ports] = properties.CallbackURLs;

    expect(properties).toMatchObject({
      GenerateSecret: false,
      AllowedOAuthFlowsUserPoolClient: true,
      AllowedOAuthFlows: ['code'],
      AllowedOAuthScopes: ['openid', 'email', 'profile'],
      ExplicitAuthFlows: ['ALLOW_REFRESH_TOKEN_AUTH'],
      SupportedIdentityProviders: ['COGNITO'],
      PreventUserExistenceErrors: 'ENABLED',
      EnableTokenRevocation: true,
    });
    expect(ports).toEqual(cliRedirectUris);
    expect(properties.LogoutURLs).toEqual([page]);
    expect(textOf(page)).toMatch(/"https:\/\/".*Console.*"\/sign-in"/);
  });

  it('has only the addresses of acs without a console, and the providers that the operator adds', () => {
    const { properties } = only(signingUp, 'AWS::Cognito::UserPoolClient');

    expect(properties.CallbackURLs).toEqual(cliRedirectUris);
    expect(properties.SupportedIdentityProviders).toEqual(['COGNITO', 'Google', 'GitHub']);
  });

  it('gives functions the issuer and client that it made', () => {
    const [variables] = invited
      .everyResource('AWS::Lambda::Function')
      .filter(({ properties }) => String(textOf(properties.FunctionName)).includes('-authorize'))
      .map(({ properties }) => properties.Environment.Variables);

    const text = textOf(variables.OIDC);
    expect(text).toMatch(/issuer.*ProviderURL.*clientId.*PoolClient/);
    expect(text).toContain('cognito:groups');
    expect(text).not.toContain('offline_access');
  });

  it('lets the console and its reference of the API call the pool, and the pages for signing in', () => {
    const policies = invited
      .resources('console', 'AWS::CloudFront::ResponseHeadersPolicy')
      .map(({ properties }) => textOf(properties.ResponseHeadersPolicyConfig.SecurityHeadersConfig));

    expect(
      policies.filter((text) => /connect-src.*https:\/\/cognito-idp\..*\.auth\..*amazoncognito\.com/.test(text)),
    ).toHaveLength(2);
  });

  it('has a domain that no other account can have taken', () => {
    expect(only(invited, 'AWS::Cognito::UserPoolDomain').properties.Domain).toEqual({
      'Fn::Join': ['', ['agent-conversations-prod-', { Ref: 'AWS::AccountId' }]],
    });
  });

  it('costs nothing while nobody signs in', () => {
    const all = invited.everyResource().filter(({ type }) => type.startsWith('AWS::Cognito::'));

    expect(all).toHaveLength(3);
    expect(billOf(standingChargesOf(all)).list).toBe(0);
  });

  it.each(['my-aws-agents', 'cognito'])('is refused the name %s, which no domain of a pool can have', (name) => {
    const make = () => new Synthesis({ stage: 'dev', context: { name, oidc: 'cognito' } });
    expect(make).toThrow(/name: contains '(aws|cognito)', which the domain of a user pool must not/);
  });
});
