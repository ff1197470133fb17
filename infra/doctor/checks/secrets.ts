import {
  DescribeSecretCommand,
  type DescribeSecretCommandOutput,
  ResourceNotFoundException,
} from '@aws-sdk/client-secrets-manager';
import type { Settings } from '../../config.ts';
import type { Account } from '../account/account.ts';
import { STACK_ACTIONS } from '../account/stacks.ts';
import { defineCheck, error, type Finding, ok, type Subject, warning } from '../check.ts';
import { settingThatNames } from '../setting-arns.ts';

/** AWS's own key for secrets. */
const AWS_KEY = /(^|:)alias\/aws\/secretsmanager$/;

type Described = Pick<DescribeSecretCommandOutput, 'DeletedDate' | 'KmsKeyId' | 'VersionIdsToStages'>;

interface Secret {
  readonly name: 'master' | 'model';
  readonly arn: string;
  /** Null if it does not exist. */
  readonly found: Described | null;
}

/** Reads only descriptions of secrets, never their values. */
export const secrets = defineCheck<readonly Secret[]>({
  id: 'secrets',
  about: 'the master secret, and the secret that `llmApiKeySecretArn` names',
  when: ['before', 'after'],
  actions: ['secretsmanager:DescribeSecret', ...STACK_ACTIONS],
  async read(account, { settings: { llmApiKeySecretArn } }) {
    const { stacks } = await account.stacks();
    const master = stacks.map(({ outputs }) => outputs.MasterSecretArn).find((arn) => arn !== undefined);
    const wanted = [
      ...(master === undefined ? [] : [{ name: 'master' as const, arn: master }]),
      ...(llmApiKeySecretArn === undefined ? [] : [{ name: 'model' as const, arn: llmApiKeySecretArn }]),
    ];
    return Promise.all(wanted.map(async (secret) => ({ ...secret, found: await describe(account, secret.arn) })));
  },
  judge(found, subject) {
    const findings = found.flatMap((secret) => judgeOne(secret, subject));
    if (findings.length > 0) return findings;
    if (found.length === 0) return [ok('There is no secret to check yet.')];
    const names = found.map(({ name }) => (name === 'master' ? 'the sandboxes' : 'the model'));
    return [ok(`The secrets of ${names.join(' and ')} exist.`)];
  },
});

async function describe({ secrets: client }: Account, SecretId: string): Promise<Described | null> {
  try {
    return await client.send(new DescribeSecretCommand({ SecretId }));
  } catch (error) {
    if (error instanceof ResourceNotFoundException) return null;
    throw error;
  }
}

const meanings = {
  master:
    'The keys of all sandboxes and the seals of all snapshots derive from it: no sandbox starts, and existing ones cannot be reached.',
  model: 'Conversations that use the default model fail to start.',
} as const;

function judgeOne({ name, arn, found }: Secret, { settings }: Subject): readonly Finding[] {
  const means = meanings[name];
  const restore = `\`aws secretsmanager restore-secret --secret-id ${arn}\``;
  if (found === null) {
    const make = ' Or create one whose value is the key, and set llmApiKeySecretArn to its ARN.';
    const remedy = `If it can still be recovered, run ${restore}.${name === 'model' ? make : ''}`;
    return [error(`There is no secret ${arn}.`, means, remedy)];
  }
  if (found.DeletedDate) return [error(`The secret ${arn} is scheduled for deletion.`, means, `Keep it: ${restore}.`)];
  const stages = Object.values(found.VersionIdsToStages ?? {}).flat();
  if (!stages.includes('AWSCURRENT')) {
    const put = `Put its value: \`aws secretsmanager put-secret-value --secret-id ${arn} --secret-string …\`.`;
    return [error(`The secret ${arn} has no value.`, means, put)];
  }
  return name === 'model' ? underForeignKey(found.KmsKeyId, settings) : [];
}

function underForeignKey(key: string | undefined, settings: Settings): readonly Finding[] {
  if (key === undefined || AWS_KEY.test(key) || settingThatNames(key, settings) !== undefined) return [];
  return [
    warning(
      `The secret of the model is encrypted with ${key}, which no setting names.`,
      'Functions that read it need kms:Decrypt on that key, which a deployment can grant only with its ARN.',
      "Set llmApiKeySecretKeyArn (docs/deploy.md), or encrypt the secret with AWS's own key: `aws secretsmanager update-secret --kms-key-id alias/aws/secretsmanager --secret-id …`.",
    ),
  ];
}
