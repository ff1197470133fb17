import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Secret } from 'aws-cdk-lib/aws-secretsmanager';
import { Construct } from 'constructs';
import { acknowledge } from './acknowledge.ts';
import { exportForGood } from './lasting-exports.ts';

/**
 * The secret from which the keys of all sandboxes derive: `{"current":"k1","k1":"…"}`. `npm run keys -- rotate-master`
 * adds a key `k2` and makes it current; `k1` stays, as sandboxes made with it may exist. How the first key is generated
 * must never change: CloudFormation would replace the secret's value, and all keys with it.
 */
export class MasterSecret extends Construct {
  readonly #secret: Secret;

  constructor(scope: Construct, id: string, props: { readonly protect: boolean }) {
    super(scope, id);
    this.#secret = new Secret(this, 'Secret', {
      description: 'Keys of sandboxes derive from this',
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
        'The keys of stored sandboxes derive from this secret: replacing it on a schedule would cut them off. It holds named keys and is rotated by adding one.',
    });
    exportForGood(this, this.arn);
  }

  get arn(): string {
    return this.#secret.secretArn;
  }

  /** Lets the function read the secret, and tells it where it is. */
  allowRead(fn: LambdaFunction): void {
    fn.addToRolePolicy(
      new PolicyStatement({ actions: ['secretsmanager:GetSecretValue'], resources: [this.#secret.secretArn] }),
    );
    fn.addEnvironment('MASTER_SECRET_ARN', this.#secret.secretArn);
  }
}
