import { describe, expect, it } from 'vitest';
import { credentials } from '../../../../../infra/doctor/checks/credentials.ts';
import { defaultEbsKey } from '../../../../../infra/doctor/checks/default-ebs-key.ts';
import { sandboxAccess } from '../../../../../infra/doctor/checks/sandbox-access.ts';
import { secrets } from '../../../../../infra/doctor/checks/secrets.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const TOPIC = 'arn:aws:sns:eu-west-1:123456789012:operators';

describe('doctor on credentials', () => {
  it('names the caller, the account and the Region', () => {
    const found = credentials.judge(null, aSubject({ settings: { alarmTopicArn: TOPIC } }));

    expect(levels(found)).toEqual(['ok']);
    expect(words(found)).toContain('assumed-role/ops/ann in account 123456789012, Region eu-west-1');
  });

  it('warns of the credentials of the account itself', () => {
    const caller = { account: '123456789012', region: 'eu-west-1', arn: 'arn:aws:iam::123456789012:root' };

    expect(levels(credentials.judge(null, aSubject({ caller })))).toEqual(['warning']);
  });

  it.each([
    ['alarmTopicArn', 'arn:aws:sns:us-east-1:123456789012:operators'],
    ['volumeKeyArn', 'arn:aws:kms:eu-west-1:999999999999:key/0a1b'],
    ['llmApiKeySecretArn', 'arn:aws:secretsmanager:eu-west-2:123456789012:secret:model-AbCdEf'],
  ])('finds that %s names another account or Region', (setting, arn) => {
    const found = credentials.judge(null, aSubject({ settings: { [setting]: arn } }));

    expect(levels(found)).toEqual(['ok', 'error']);
    expect(words(found)).toContain(`The setting ${setting} names ${arn}`);
  });
});

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

const edge = { kind: 'prefix list', from: 'pl-3b927c52' } as const;
const router = { kind: 'security group', from: 'sg-0123456789abcdef0' } as const;
const office = { kind: 'addresses', from: '198.51.100.0/24' } as const;
const everywhere = { kind: 'addresses', from: '0.0.0.0/0' } as const;

describe('doctor on who reaches sandboxes', () => {
  it.each([
    ['the edge alone', 'cloudfront' as const, [edge], 'ok'],
    ['the router alone', 'router' as const, [router], 'ok'],
    ['some addresses, where that is wanted', 'direct' as const, [office], 'ok'],
    ['everywhere, where some addresses are wanted', 'direct' as const, [office, everywhere], 'warning'],
    ['nothing', 'cloudfront' as const, [], 'error'],
    ['the router, where the edge is wanted', 'cloudfront' as const, [router], 'error'],
    ['addresses beside the edge', 'cloudfront' as const, [edge, office], 'error'],
  ])('when that is %s', (_, ingress, openings, level) => {
    expect(levels(sandboxAccess.judge({ ingress, openings }, aSubject()))).toEqual([level]);
  });

  it('names traffic that bypasses the edge', () => {
    expect(words(sandboxAccess.judge({ ingress: 'cloudfront', openings: [edge, office] }, aSubject()))).toContain(
      'from 198.51.100.0/24',
    );
  });
});

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:model-AbCdEf';
const there = { VersionIdsToStages: { v1: ['AWSCURRENT'] } };

describe('doctor on secrets', () => {
  it('is content with those that have a value, and with none before the first deployment', () => {
    const both = (['master', 'model'] as const).map((name) => ({ name, arn, found: there }));

    expect(levels(secrets.judge(both, aSubject()))).toEqual(['ok']);
    expect(levels(secrets.judge([], aSubject({ when: 'before' })))).toEqual(['ok']);
  });

  it.each([
    ['is missing', null, 'There is no secret'],
    ['is scheduled for deletion', { ...there, DeletedDate: new Date(0) }, 'is scheduled for deletion'],
    ['has no value', { VersionIdsToStages: { v1: ['AWSPENDING'] } }, 'has no value'],
  ])('finds one that %s', (_, found, says) => {
    const findings = secrets.judge([{ name: 'master', arn, found }], aSubject());

    expect(levels(findings)).toEqual(['error']);
    expect(words(findings)).toContain(says);
    expect(words(findings)).toContain('no sandbox starts');
  });

  it("warns of the model's secret under a key that no setting names", () => {
    const secret = { name: 'model', arn, found: { ...there, KmsKeyId: KEY } } as const;

    expect(levels(secrets.judge([secret], aSubject()))).toEqual(['warning']);
    expect(levels(secrets.judge([secret], aSubject({ settings: { volumeKeyArn: KEY } })))).toEqual(['ok']);
  });

  it("is content with AWS's own key", () => {
    const found = { ...there, KmsKeyId: 'arn:aws:kms:eu-west-1:123456789012:alias/aws/secretsmanager' };

    expect(levels(secrets.judge([{ name: 'model', arn, found }], aSubject()))).toEqual(['ok']);
  });
});
