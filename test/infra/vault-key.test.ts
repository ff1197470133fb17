import { App, Stack } from 'aws-cdk-lib';
import { Match, Template } from 'aws-cdk-lib/assertions';
import { Code, Function as LambdaFunction, Runtime } from 'aws-cdk-lib/aws-lambda';
import { describe, expect, it } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { VaultKey } from '../../infra/constructs/vault-key.ts';
import { DataStack } from '../../infra/stacks/data-stack.ts';

const keyArn = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d-1111-2222-3333-444455556666';

function templateWith(key: { readonly keyArn?: string }): Template {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'stack', { env: { account: '123456789012', region: 'eu-west-1' } });
  const fn = new LambdaFunction(stack, 'fn', {
    code: Code.fromInline('exports.handler = async () => undefined;'),
    handler: 'index.handler',
    runtime: Runtime.NODEJS_24_X,
  });
  const vault = new VaultKey(stack, 'VaultKey', { protect: true, ...key });
  vault.allowSeal(fn);
  vault.allowOpen(fn);
  return Template.fromStack(stack);
}

describe('the vault key', () => {
  it('is made by default, and rotated every year', () => {
    const template = templateWith({});

    template.hasResource('AWS::KMS::Key', { DeletionPolicy: 'Retain', Properties: { EnableKeyRotation: true } });
  });

  it('that exists already is used, only for owners as before, and none is created', () => {
    const template = templateWith({ keyArn });

    template.resourceCountIs('AWS::KMS::Key', 0);
    template.hasResourceProperties('AWS::Lambda::Function', { Environment: { Variables: { VAULT_KEY_ARN: keyArn } } });
    const ofOwner = { Null: { 'kms:EncryptionContext:owner_id': 'false' } };
    template.hasResourceProperties('AWS::IAM::Policy', {
      PolicyDocument: {
        Statement: Match.arrayWith([
          Match.objectLike({ Action: 'kms:GenerateDataKey', Resource: keyArn, Condition: ofOwner }),
        ]),
      },
    });
  });

  it("of the setting is the data stack's", () => {
    const context: Readonly<Record<string, unknown>> = { stage: 'prod', vaultKeyArn: keyArn };
    const stack = new DataStack(
      new App({ builtinCloudFormationValidation: false }),
      settingsFor((key) => context[key]),
    );

    expect(Object.keys(Template.fromStack(stack).findResources('AWS::KMS::Key'))).toEqual([]);
  });
});
