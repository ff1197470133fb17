import { describe, expect, it } from 'vitest';
import { credentials } from '../../../../../infra/doctor/checks/credentials.ts';
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
