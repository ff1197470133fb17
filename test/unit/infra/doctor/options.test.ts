import { describe, expect, it } from 'vitest';
import { contextOf, readOptions } from '../../../../infra/doctor/options.ts';

describe('options of doctor', () => {
  it('take settings as the CDK does', () => {
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

  it('refuse a deployed and the local service at once, unknown options and words', () => {
    expect(() => readOptions(['--stack', 'x-dev', '--port', '3000'])).toThrow('give one of both');
    expect(() => readOptions(['--deploy'])).toThrow("Unknown option '--deploy'");
    expect(() => readOptions(['now'])).toThrow('now');
  });
});
