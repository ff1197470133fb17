import { describe, expect, it } from 'vitest';
import { readOptions } from '../../../../infra/smoke/options.ts';

const read = (...args: readonly string[]) => readOptions(args, {});

describe('options of npm run smoke', () => {
  it('mean the local service for half an hour when there are none', () => {
    expect(read()).toMatchObject({ stack: undefined, address: undefined, timeoutSeconds: 1800, withoutModel: false });
  });

  it('name a service by its address and a key, without a slash at the end', () => {
    const address = { baseUrl: 'https://api.example.com/dev', apiKey: 'acs_1' };

    expect(read('--base-url', 'https://api.example.com/dev/', '--key', 'acs_1').address).toEqual(address);
    expect(readOptions(['--base-url', 'https://api.example.com/dev'], { SMOKE_KEY: 'acs_1' }).address).toEqual(address);
  });

  it.each([
    ['an unknown option', ['--stak', 'x'], /--stak/],
    [
      'two services',
      ['--stack', 'x', '--base-url', 'http://y', '--key', 'z'],
      /--stack and --base-url name two services/,
    ],
    ['an address without a key', ['--base-url', 'http://y'], /--base-url needs --key KEY/],
    ['a key without an address', ['--key', 'z'], /--key needs --base-url/],
    ['an address that is none', ['--base-url', 'api.example.com', '--key', 'z'], /'api\.example\.com' is no address/],
    ['a time that is none', ['--timeout', 'soon'], /--timeout: 'soon' is not a duration/],
    ['a time that outlasts the key of the run', ['--timeout', '1h'], /--timeout: 1h is too long; 45m is the longest/],
  ])('refuse %s', (_, args, words) => {
    expect(() => read(...args)).toThrow(words);
  });
});
