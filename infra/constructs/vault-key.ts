import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { exportForGood } from './lasting-exports.ts';

/** The key of owners' secrets. The encryption context seals the owner's name in: no other owner can open it. */
export class VaultKey extends Construct {
  readonly #key: Key;

  constructor(scope: Construct, id: string, props: { readonly protect: boolean }) {
    super(scope, id);
    this.#key = new Key(this, 'Key', {
      description: 'Secrets that users give are sealed under this',
      enableKeyRotation: true,
      removalPolicy: props.protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
    });
    exportForGood(this, this.#key.keyArn);
  }

  /** Lets the function seal secrets of owners. */
  allowSeal(fn: LambdaFunction): void {
    this.#grant(fn, 'kms:GenerateDataKey');
  }

  /** Lets the function open what was sealed. */
  allowOpen(fn: LambdaFunction): void {
    this.#grant(fn, 'kms:Decrypt');
  }

  #grant(fn: LambdaFunction, action: string): void {
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: [action],
        resources: [this.#key.keyArn],
        conditions: { Null: { 'kms:EncryptionContext:owner_id': 'false' } },
      }),
    );
    fn.addEnvironment('VAULT_KEY_ARN', this.#key.keyArn);
  }
}
