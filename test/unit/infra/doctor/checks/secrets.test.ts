import { describe, expect, it } from 'vitest';
import { secrets } from '../../../../../infra/doctor/checks/secrets.ts';
import { aSubject, levels, words } from '../../../../support/doctor/a-subject.ts';

const arn = 'arn:aws:secretsmanager:eu-west-1:123456789012:secret:model-AbCdEf';
const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b2c3d';
const there = { VersionIdsToStages: { v1: ['AWSCURRENT'] } };

describe('doctor on secrets', () => {
  it('is content with those that have a value, and with none before the first deployment', () => {
    const both = (['master', 'model'] as const).map((name) => ({ name, arn, found: there }));

    expect(levels(secrets.judge(both, aSubject()))).toEqual(['ok']);
    expect(levels(secrets.judge([], aSubject({ when: 'before' })))).toEqual(['ok']);
  });

  it.each([
    ['is missing', null, 'There is no secret'],
    ['is going to be deleted', { ...there, DeletedDate: new Date(0) }, 'is going to be deleted'],
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
