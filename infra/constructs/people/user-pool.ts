import { Aws, CfnOutput, RemovalPolicy, Stack } from 'aws-cdk-lib';
import { AccountRecovery, FeaturePlan, Mfa, UserPool, type UserPoolDomain } from 'aws-cdk-lib/aws-cognito';
import { Construct } from 'constructs';
import { prefixOf, type Settings } from '../../config.ts';
import type { OidcSetting } from '../../settings/oidc.ts';
import { acknowledge } from '../acknowledge.ts';
import { exportForGood } from '../lasting-exports.ts';

interface PeoplePoolProps {
  readonly settings: Settings;
  readonly signUp?: OidcSetting['signUp'];
}

/** The user pool of a stage whose people sign in by Amazon Cognito. It is charged by the people who sign in. */
export class PeoplePool extends Construct {
  readonly pool: UserPool;
  readonly issuer: string;
  /** The origins of the issuer and of the pages for signing in, whose token endpoint clients call. */
  readonly origins: readonly string[];

  constructor(scope: Construct, id: string, { settings, signUp }: PeoplePoolProps) {
    super(scope, id);
    const { protectData } = settings;
    this.pool = new UserPool(this, 'Pool', {
      userPoolName: prefixOf(settings),
      // The domain of an address decides about membership, so Cognito has it verified.
      selfSignUpEnabled: typeof signUp === 'object',
      signInAliases: { email: true },
      signInCaseSensitive: false,
      autoVerify: { email: true },
      keepOriginal: { email: true },
      standardAttributes: {
        email: { required: true, mutable: true },
        fullname: { mutable: true },
        profilePicture: { mutable: true },
      },
      mfa: Mfa.OPTIONAL,
      mfaSecondFactor: { otp: true, sms: false },
      passwordPolicy: {
        minLength: 12,
        requireDigits: true,
        requireLowercase: true,
        requireSymbols: true,
        requireUppercase: true,
      },
      accountRecovery: AccountRecovery.EMAIL_ONLY,
      featurePlan: FeaturePlan.LITE,
      deletionProtection: protectData,
      removalPolicy: protectData ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.pool, {
      'AwsSolutions-COG2':
        'Each person can add a second factor. An operator who requires one connects a provider that does.',
      'AwsSolutions-COG3':
        'Threat protection needs the plan Plus, which costs money for each person from the first on.',
      'AwsSolutions-COG8': 'The plan Lite has all that sign-in by code and PKCE needs.',
    });
    const domain = this.#domain(settings);
    const { region } = Stack.of(this);
    this.issuer = this.pool.userPoolProviderUrl;
    this.origins = [`https://cognito-idp.${region}.${Aws.URL_SUFFIX}`, domain.baseUrl()];
    // The API's stack stops using them in the deployment before the one without a pool.
    exportForGood(this, this.pool.userPoolId, this.issuer, domain.domainName);
    new CfnOutput(Stack.of(this), 'UserPoolId', { value: this.pool.userPoolId });
    new CfnOutput(Stack.of(this), 'SignInUrl', { value: domain.baseUrl() });
  }

  /** Unique in the Region: the account is part of it. */
  #domain(settings: Settings): UserPoolDomain {
    const domainPrefix = `${prefixOf(settings)}-${Aws.ACCOUNT_ID}`;
    return this.pool.addDomain('Domain', { cognitoDomain: { domainPrefix } });
  }
}
