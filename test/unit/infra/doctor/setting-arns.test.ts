import { describe, expect, it } from 'vitest';
import { arnsIn, settingThatNames } from '../../../../infra/doctor/setting-arns.ts';
import { aSubject } from '../../../support/doctor/a-subject.ts';

const KEY = 'arn:aws:kms:eu-west-1:123456789012:key/0a1b';
const bucket = 'arn:aws:s3:::no-account';

describe('ARNs in settings', () => {
  it('are found in single values and in lists, with their account and Region', () => {
    const { settings } = aSubject({ settings: { volumeKeyArn: KEY, llmModels: ['a', KEY, bucket] } });

    const place = { region: 'eu-west-1', account: '123456789012' };
    expect(arnsIn(settings).toSorted((a, b) => (a.setting < b.setting ? -1 : 1))).toEqual([
      { setting: 'llmModels', arn: KEY, ...place },
      { setting: 'volumeKeyArn', arn: KEY, ...place },
    ]);
  });

  it('tell which setting names one', () => {
    expect(settingThatNames(KEY, aSubject({ settings: { volumeKeyArn: KEY } }).settings)).toBe('volumeKeyArn');
    expect(settingThatNames(KEY, aSubject().settings)).toBeUndefined();
  });
});
