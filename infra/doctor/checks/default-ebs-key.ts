import { GetEbsDefaultKmsKeyIdCommand, GetEbsEncryptionByDefaultCommand } from '@aws-sdk/client-ec2';
import { DescribeKeyCommand, type KeyMetadata } from '@aws-sdk/client-kms';
import { defineCheck, error, type Finding, ok, type Subject } from '../check.ts';
import { settingThatNames } from '../setting-arns.ts';

/** AWS's own key for EBS, by alias or by the ARN of the alias. */
const AWS_KEY = /(^|:)alias\/aws\/ebs$/;

interface Keys {
  readonly defaultKey: string;
  readonly isEncryptedByDefault: boolean;
  /** The key of the setting volumeKeyArn; null if it does not exist. */
  readonly volumeKey?: Pick<KeyMetadata, 'KeyState' | 'KeySpec' | 'MultiRegion'> | null | undefined;
}

export const defaultEbsKey = defineCheck<Keys>({
  id: 'default-ebs-key',
  about:
    "the account's default key for EBS against `volumeKeyArn` and `ebsKeyArns`, and the state of the key in `volumeKeyArn`",
  when: ['before', 'after'],
  actions: ['ec2:GetEbsDefaultKmsKeyId', 'ec2:GetEbsEncryptionByDefault', 'kms:DescribeKey'],
  async read({ ec2, kms }, { settings: { volumeKeyArn } }) {
    const [key, encryption] = await Promise.all([
      ec2.send(new GetEbsDefaultKmsKeyIdCommand({})),
      ec2.send(new GetEbsEncryptionByDefaultCommand({})),
    ]);
    const keys = {
      defaultKey: key.KmsKeyId ?? 'alias/aws/ebs',
      isEncryptedByDefault: encryption.EbsEncryptionByDefault ?? false,
    };
    if (volumeKeyArn === undefined) return keys;
    return { ...keys, volumeKey: await described(() => kms.send(new DescribeKeyCommand({ KeyId: volumeKeyArn }))) };
  },
  judge: (keys, subject) => [keys.volumeKey === undefined ? byDefault(keys, subject) : named(keys.volumeKey, subject)],
});

async function described(ask: () => Promise<{ KeyMetadata?: KeyMetadata }>): Promise<KeyMetadata | null> {
  try {
    return (await ask()).KeyMetadata ?? null;
  } catch (error) {
    if (error instanceof Error && error.name === 'NotFoundException') return null;
    throw error;
  }
}

function byDefault({ defaultKey, isEncryptedByDefault }: Keys, { settings }: Subject): Finding {
  if (AWS_KEY.test(defaultKey)) return ok("Volumes are encrypted with AWS's own key for EBS.");
  const setting = settingThatNames(defaultKey, settings);
  if (setting !== undefined) return ok(`Volumes are encrypted with the account's default key, which ${setting} names.`);
  const always = isEncryptedByDefault ? ' and encrypts every volume' : '';
  return error(
    `The account has its own default key for EBS${always}: ${defaultKey}. No setting names it.`,
    'The role with which ECS makes the disks of sandboxes cannot use this key: no sandbox starts.',
    `Deploy with \`-c ebsKeyArns=${defaultKey}\` (a key's full ARN), and allow ECS in its policy: docs/deploy.md, "Encryption of workspaces".`,
  );
}

function named(key: NonNullable<Keys['volumeKey']> | null, { settings: { volumeKeyArn } }: Subject): Finding {
  const means = 'Disks cannot be made with it: no sandbox starts or resumes.';
  if (key === null) {
    return error(`KMS has no key ${volumeKeyArn} (volumeKeyArn).`, means, 'Correct or remove volumeKeyArn.');
  }
  const { KeyState, KeySpec, MultiRegion } = key;
  if (KeyState === 'Enabled' && KeySpec === 'SYMMETRIC_DEFAULT' && MultiRegion !== true) {
    return ok(`Volumes are encrypted with ${volumeKeyArn}.`);
  }
  return error(
    `The key ${volumeKeyArn} is ${KeyState}, of spec ${KeySpec}${MultiRegion ? ', and a multi-Region key' : ''}.`,
    means,
    'Enable it (`aws kms enable-key`, or `aws kms cancel-key-deletion` first), or name a symmetric single-Region key.',
  );
}
