import { readFileSync } from 'node:fs';
import { expect, it } from 'vitest';
import { lockfileFaults } from '../../../../infra/supply-chain/lockfile.ts';

const manifest = { dependencies: { zod: '4.6.7' }, devDependencies: { native: 'npm:@scope/typescript@7.0.2' } };
const zod = { version: '4.6.7', integrity: 'sha512-abc' };
const locked = (packages: Record<string, object>, lockfileVersion = 3) => ({
  lockfileVersion,
  packages: { '': {}, ...packages },
});

it('this project installs exactly what its lock file names', () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

  const workspaces = { console: read('console/package.json') };
  expect(lockfileFaults(read('package.json'), read('package-lock.json'), workspaces)).toEqual([]);
  expect(lockfileFaults(manifest, locked({ 'node_modules/zod': zod }))).toEqual([]);
});

it.each([
  ['a range of versions', { ...manifest, dependencies: { zod: '^4.6.7' } }, locked({}), 'name one exact version'],
  ['a tag', { ...manifest, dependencies: { zod: 'latest' } }, locked({}), 'name one exact version'],
  ['a repository', { ...manifest, dependencies: { zod: 'github:a/zod' } }, locked({}), 'name one exact version'],
  ['an old lock file', manifest, locked({}, 1), 'has version 1'],
  ['no hash', manifest, locked({ 'node_modules/zod': { version: '4.6.7' } }), 'no SHA-512 hash'],
  ['a weak hash', manifest, locked({ 'node_modules/zod': { ...zod, integrity: 'sha1-abc' } }), 'no SHA-512 hash'],
  [
    'another registry',
    manifest,
    locked({ 'node_modules/zod': { ...zod, resolved: 'https://evil.test/zod.tgz' } }),
    'evil',
  ],
  ['a link', manifest, locked({ 'node_modules/zod': { link: true } }), 'is a link to no workspace'],
  ['a script', manifest, locked({ 'node_modules/zod': { ...zod, hasInstallScript: true } }), 'runs a script'],
])('a lock file with %s is refused', (_, wanted, lockfile, expected) => {
  expect(lockfileFaults(wanted, lockfile)).toEqual([expect.stringContaining(expected)]);
});

it('a workspace is a link to a folder of the project, with the same versions as the root', () => {
  const own = locked({ console: {}, 'node_modules/a-console': { link: true, resolved: 'console' } });

  expect(lockfileFaults(manifest, own, { console: { dependencies: { zod: '4.6.7' } } })).toEqual([]);
  expect(lockfileFaults(manifest, own, { console: { dependencies: { zod: '4.6.6' } } })).toEqual([
    'console/package.json has zod 4.6.6, package.json 4.6.7: use one version.',
  ]);
  expect(lockfileFaults({ ...manifest, version: '1.1.0' }, own, { console: { version: '1.0.0' } })).toEqual([
    'console/package.json has version 1.0.0, package.json 1.1.0: use one version.',
  ]);
  expect(lockfileFaults(manifest, own, { console: { devDependencies: { vite: '^8' } } })).toEqual([
    'console/package.json asks for vite ^8: name one exact version.',
  ]);
});

it('what a package brings along needs no hash of its own', () => {
  expect(lockfileFaults(manifest, locked({ 'node_modules/a/node_modules/b': { inBundle: true } }))).toEqual([]);
});
