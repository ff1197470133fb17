import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { exportForGood } from './lasting-exports.ts';

/**
 * The secret from which all sandbox keys derive: `{"current":"k1","k1":"…"}`. `npm run keys -- rotate-master` adds a
 * current key `k2`; `k1` stays for sandboxes made with it. Never change how the first key is generated: CloudFormation
 * would replace the secret's value, and thereby all keys.
 */
export class MasterSecret extends Construct {
  readonly #secret: Secret;

  constructor(scope: Construct, id: string, props: { readonly protect: boolean }) {
    super(scope, id);
    this.#secret = new Secret(this, 'Secret', {
      description: 'Master secret of the sandbox keys',
      generateSecretString: {
        secretStringTemplate: JSON.stringify({ current: 'k1' }),
        generateStringKey: 'k1',
        passwordLength: 64,
        excludePunctuation: true,
      },
      removalPolicy: props.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    acknowledge(this.#secret, {
      'AwsSolutions-SMG4':
        'The keys of stored sandboxes derive from this secret, so it cannot be replaced on a schedule. Rotation adds a named key.',
    });
    exportForGood(this, this.arn);
  }

  get arn(): string {
    return this.#secret.secretArn;
  }

  allowRead(fn: LambdaFunction): void {
    fn.addToRolePolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.#secret.secretArn] }),
    );
    fn.addEnvironment('MASTER_SECRET_ARN', this.#secret.secretArn);
  }
}
