import { describe, expect, it } from 'vitest';
import { prefixOf } from '../../../../infra/config.ts';
import { contextOf, readOptions, settingsOf } from '../../../../infra/doctor/options.ts';
import { arnsIn, settingThatNames } from '../../../../infra/doctor/setting-arns.ts';
import { aSubject } from '../../../support/doctor/a-subject.ts';

describe('options of doctor', () => {
  it('accept settings like the CDK', () => {
    const values = readOptions([
      '--before-deploy',
      '-c',
      'stage=prod',
      '-c',
      'allowedOrigins=https://a?b=c',
      '--context',
      'x=',
    ]);

    expect(values['before-deploy']).toBe(true);
    expect(contextOf(values)).toEqual({ stage: 'prod', allowedOrigins: 'https://a?b=c', x: '' });
  });

  it.each([['stage'], ['=prod']])('refuse the setting %s', (text) => {
    expect(() => contextOf({ context: [text] })).toThrow(`-c: '${text}' is not a setting`);
  });

  it('refuse a deployed service combined with the local one, unknown options and extra words', () => {
    expect(() => readOptions(['--stack', 'x-dev', '--port', '3000'])).toThrow('Use only one.');
    expect(() => readOptions(['--deploy'])).toThrow("Unknown option '--deploy'");
    expect(() => readOptions(['now'])).toThrow('now');
  });
});

describe('settings of the deployment that doctor looks at', () => {
  it('are those of the stage that the name of the stacks ends with', async () => {
    const settings = await settingsOf({ stack: 'my-agents-prod', isLocal: false, context: { sandboxLimit: '7' } });

    expect(prefixOf(settings)).toBe('my-agents-prod');
    expect(settings).toMatchObject({ stage: 'prod', name: 'my-agents', sandboxLimit: 7 });
  });

  it('are those of the context without a name, and of the local stage for the local service', async () => {
    expect((await settingsOf({ isLocal: false, context: { stage: 'prod' } })).stage).toBe('prod');
    expect((await settingsOf({ isLocal: false, context: {} })).stage).toBe('dev');
    expect((await settingsOf({ isLocal: true, context: { stage: 'prod' } })).stage).toBe('local');
  });

  it('are refused with one sentence', async () => {
    await expect(settingsOf({ stack: 'agents', isLocal: false, context: {} })).rejects.toThrow(
      "'agents' is not a deployment",
    );
    await expect(settingsOf({ isLocal: false, context: { sandboxLimit: 'many' } })).rejects.toThrow('sandboxLimit');
  });
});

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

  it('name the setting that selects one', () => {
    expect(settingThatNames(KEY, aSubject({ settings: { volumeKeyArn: KEY } }).settings)).toBe('volumeKeyArn');
    expect(settingThatNames(KEY, aSubject().settings)).toBeUndefined();
  });
});
