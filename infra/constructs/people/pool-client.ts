import { CfnOutput, Duration, Stack } from 'aws-cdk-lib';
import { CfnUserPoolClient, OAuthScope, UserPoolClient, UserPoolClientIdentityProvider } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { CONSOLE_SIGN_IN, cliRedirectUris } from '../../../shared/contract/shapes/sign-in-addresses.ts';
import type { OidcSetting, Provider } from '../../settings/oidc.ts';
import type { PeoplePool } from './user-pool.ts';

interface PoolClientProps {
  readonly people: PeoplePool;
  readonly identityProviders: OidcSetting['identityProviders'];
  /** Undefined without a console. */
  readonly consoleUrl: string | undefined;
}

/** The public client of the console and of `acs login`. It has no secret, so each sign-in needs PKCE. */
export class PoolClient extends Construct {
  readonly provider: Provider;

  constructor(scope: Construct, id: string, { people, identityProviders = [], consoleUrl }: PoolClientProps) {
    super(scope, id);
    const pages = consoleUrl === undefined ? [] : [`${consoleUrl}${CONSOLE_SIGN_IN}`];
    const client = new UserPoolClient(this, 'Client', {
      userPool: people.pool,
      generateSecret: false,
      oAuth: {
        flows: { authorizationCodeGrant: true },
        scopes: [OAuthScope.OPENID, OAuthScope.EMAIL, OAuthScope.PROFILE],
        callbackUrls: [...pages, ...cliRedirectUris],
        logoutUrls: pages,
      },
      supportedIdentityProviders: [
        UserPoolClientIdentityProvider.COGNITO,
        ...identityProviders.map((name) => UserPoolClientIdentityProvider.custom(name)),
      ],
      preventUserExistenceErrors: true,
      enableTokenRevocation: true,
      idTokenValidity: Duration.hours(1),
      accessTokenValidity: Duration.hours(1),
      refreshTokenValidity: Duration.days(14),
    });
    // Passwords go to the pages of Cognito only. Without a list, Cognito allows further ways.
    const { defaultChild } = client.node;
    if (!(defaultChild instanceof CfnUserPoolClient)) throw new Error('the client has no resource');
    defaultChild.explicitAuthFlows = ['ALLOW_REFRESH_TOKEN_AUTH'];
    this.provider = { issuer: people.issuer, clientId: client.userPoolClientId };
    new CfnOutput(Stack.of(this), 'OidcIssuer', { value: people.issuer });
    new CfnOutput(Stack.of(this), 'OidcClientId', { value: client.userPoolClientId });
  }
}
