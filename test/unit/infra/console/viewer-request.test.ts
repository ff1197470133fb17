import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { viewerRequest } from '../../../../infra/local/console/viewer-request.ts';
import { readCode } from '../../../../infra/local/edge/edge-syntax.ts';

const file = join(import.meta.dirname, '..', '..', '..', '..', 'infra', 'console', 'viewer-request.js');

describe("the function of the console's distribution", () => {
  const pageOf = viewerRequest();

  it.each([
    ['/', '/index.html'],
    ['/conversations/0a1b', '/index.html'],
    ['/settings/profiles/gpt-4.1', '/index.html'],
    ['/references', '/index.html'],
    ['/assetsx/a.js', '/index.html'],
    ['/reference', '/reference.html'],
    ['/reference/', '/reference.html'],
    ['/reference/operations/get-alive', '/reference.html'],
    ['/reference.html', '/reference.html'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
    ['/assets/index-0a1b.js', '/assets/index-0a1b.js'],
    ['/assets/none', '/assets/none'],
  ])('leads %s to %s', (path, page) => {
    expect(pageOf(path)).toBe(page);
  });

  it('is written in what the runtime of CloudFront documents, and within its size', () => {
    const code = readFileSync(file, 'utf8');

    expect(() => readCode(code)).not.toThrow();
    expect(Buffer.byteLength(code)).toBeLessThan(10 * 1024);
  });
});
