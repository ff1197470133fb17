import { describe, expect, it } from 'vitest';
import { progressOf, reasonOf } from '../../../../../infra/local/agent-server/progress.ts';

describe('the progress of an installation', () => {
  it('counts the packages that pip collects', () => {
    const progress = progressOf(195);

    expect(progress('Collecting aiohttp==3.14.5 (from -r requirements.txt (line 3))')).toBe(
      'downloading: 1 of 195 packages',
    );
    expect(progress('  Downloading aiohttp-3.14.5-cp313-cp313-x86_64.whl (1.2 MB)')).toBeUndefined();
    expect(progressOf(0)('Collecting setuptools==84.2.1')).toBeUndefined();
    expect(progress('Collecting yarl==1.25.1')).toBe('downloading: 2 of 195 packages');
    expect(progress('Installing collected packages: yarl, aiohttp')).toBe('installing 195 packages');
  });

  it('names what uv downloads and how far it is', () => {
    const progress = progressOf(195);

    expect(progress('Downloading litellm (24.3MiB)')).toBe('downloading litellm (24.3MiB)');
    expect(progress('Prepared 190 packages in 7.21s')).toBe('prepared 190 packages in 7.21s');
    expect(progress(' + zipp==4.1.2')).toBeUndefined();
  });
});

describe('the reason of a failed installation', () => {
  it.each([
    ['error: failed to write: No space left on device (os error 28)', /disk is full/],
    ['ERROR: Could not install packages due to an OSError: [Errno 28] No space left on device', /disk is full/],
    ['error: Request failed\n  Caused by: dns error: failed to lookup address information', /PyPI\) cannot be reached/],
    ['WARNING: Retrying … Temporary failure in name resolution', /PyPI\) cannot be reached/],
    ['ERROR: THESE PACKAGES DO NOT MATCH THE HASHES FROM THE REQUIREMENTS FILE.', /differs from what/],
    ['error: Failed to download `aiohttp`\n  Caused by: Hash mismatch for `aiohttp`', /differs from what/],
    ['ERROR: No matching distribution found for lxml==6.1.3', /no build for this Python/],
    ['Segmentation fault\n', /^It said: Segmentation fault$/],
    ['', /^It said: nothing$/],
  ])('of %j says what to do', (output, words) => {
    expect(reasonOf(output)).toMatch(words);
  });
});
