import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { type IKey, Key } from 'aws-cdk-lib/aws-kms';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { exportForGood } from './lasting-exports.ts';

export interface VaultKeyProps {
  /** Whether the key outlives its stack. */
  readonly protect: boolean;
  /** A key of the operator, whose policy allows IAM to grant its use; by default, a new key. */
  readonly keyArn?: string | undefined;
}

/** The key of owners' secrets. The encryption context names the owner, so that no other owner can decrypt them. */
export class VaultKey extends Construct {
  readonly #key: IKey;

  constructor(scope: Construct, id: string, { protect, keyArn }: VaultKeyProps) {
    super(scope, id);
    this.#key =
      keyArn === undefined
        ? new Key(this, 'Key', {
            description: "Encrypts users' secrets",
            enableKeyRotation: true,
            removalPolicy: protect ? RemovalPolicy.RETAIN : RemovalPolicy.DESTROY,
          })
        : Key.fromKeyArn(this, 'Key', keyArn);
    if (keyArn === undefined) exportForGood(this, this.#key.keyArn);
  }

  allowSeal(fn: LambdaFunction): void {
    this.#grant(fn, 'kms:GenerateDataKey');
  }

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
