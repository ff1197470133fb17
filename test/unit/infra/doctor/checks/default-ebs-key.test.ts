import { describe, expect, it } from 'vitest';
import { defaultEbsKey } from '../../../../../infra/doctor/checks/default-ebs-key.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d';
const own = { defaultKey: KEY, isEncryptedByDefault: true };
const aws = { defaultKey: 'alias/aws/ebs', isEncryptedByDefault: false };
const withKey = aSubject({ settings: { volumeKeyArn: KEY } });
const enabled = { KeyState: 'Enabled', KeySpec: 'SYMMETRIC_DEFAULT', MultiRegion: false } as const;

describe('doctor on the key for EBS', () => {
  it.each(['alias/aws/ebs', 'arn:aws:kms:eu-west-1:123456789012:alias/aws/ebs'])(
    "is content with AWS's own, %s",
    (defaultKey) => {
      expect(levels(defaultEbsKey.judge({ ...aws, defaultKey }, aSubject()))).toEqual(['ok']);
    },
  );

  it('finds a default key of the operator that no setting names', () => {
    const found = defaultEbsKey.judge(own, aSubject());

    expect(levels(found)).toEqual(['error']);
    expect(words(found)).toContain(`-c ebsKeyArns=${KEY}`);
  });

  it('is content with a key that is named and enabled, whatever the default is', () => {
    expect(levels(defaultEbsKey.judge({ ...own, volumeKey: enabled }, withKey))).toEqual(['ok']);
    expect(levels(defaultEbsKey.judge({ ...aws, volumeKey: enabled }, withKey))).toEqual(['ok']);
  });

  it.each([
    ['does not exist', null],
    ['is disabled', { ...enabled, KeyState: 'Disabled' as const }],
    ['is not symmetric', { ...enabled, KeySpec: 'RSA_2048' as const }],
    ['is of several Regions', { ...enabled, MultiRegion: true }],
  ])('finds that the named key %s', (_, volumeKey) => {
    expect(levels(defaultEbsKey.judge({ ...aws, volumeKey }, withKey))).toEqual(['error']);
  });
});
