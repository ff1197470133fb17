import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { sandboxOriginsOf } from '../../../../infra/console/headers.ts';
import { viewerRequest } from '../../../../infra/local/console/console-server.ts';
import { readCode } from '../../../../infra/local/edge/edge-syntax.ts';

const folder = join(import.meta.dirname, '..', '..', '..', '..', 'infra', 'console');

describe("the functions of the console's distribution", () => {
  const fileOf = viewerRequest('app');

  it.each([
    ['/', '/index.html'],
    ['/conversations/0a1b', '/index.html'],
    ['/settings/profiles/gpt-4.1', '/index.html'],
    ['/assetsx/a.js', '/index.html'],
    ['/x/reference', '/index.html'],
    ['/config.json', '/config.json'],
    ['/favicon.svg', '/favicon.svg'],
    ['/assets/index-0a1b.js', '/assets/index-0a1b.js'],
    ['/assets/none', '/assets/none'],
  ])('map %s of the app to %s', (path, file) => {
    expect(fileOf(path)).toBe(file);
  });

  it('send nothing but the reference where its weaker policy is sent', () => {
    for (const path of [
      '/reference',
      '/reference/operations/get-alive',
      '/references',
      '/%72eference',
      '/reference.js',
    ])
      expect(viewerRequest('reference')(path)).toBe('/reference.html');
  });

  it('send nothing but the page of public links where its stricter policy is sent', () => {
    for (const path of ['/shared', '/shared/', '/shared/x', '/shared.html', '/shared/../index.html'])
      expect(viewerRequest('shared')(path)).toBe('/shared.html');
  });

  it.each(['app', 'reference', 'shared'])(
    "use only CloudFront's documented runtime, within its size limit: %s",
    (page) => {
      const code = readFileSync(join(folder, `${page}-request.js`), 'utf8');

      expect(() => readCode(code)).not.toThrow();
      expect(Buffer.byteLength(code)).toBeLessThan(10 * 1024);
    },
  );
});

describe("the console's access to sandboxes", () => {
  it.each([
    ['https://d1.cloudfront.net/{label}', ['https://d1.cloudfront.net', 'wss://d1.cloudfront.net']],
    ['https://{label}.box.example', ['https://*.box.example', 'wss://*.box.example']],
    ['http://127.0.0.1:3001/{label}', ['http://127.0.0.1:3001', 'ws://127.0.0.1:3001']],
    ['http://{label}.localhost:3001', ['http://*.localhost:3001', 'ws://*.localhost:3001']],
    [undefined, ['http:', 'ws:']],
  ])('follows from the address of a sandbox: %s', (address, origins) => {
    expect(sandboxOriginsOf(address)).toEqual(origins);
  });
});
