import { readFileSync } from 'node:fs';
import { describe, expect, it } from 'vitest';
import { judgeAudit } from '../../../../infra/supply-chain/advisories.ts';
import { lockfileFaults } from '../../../../infra/supply-chain/lockfile.ts';

const today = new Date('2026-11-23T12:00:00Z');
const id = 'GHSA-23cf-gh45-jm67';
const advisory = {
  name: 'left',
  title: 'it pads too far',
  severity: 'high',
  url: `https://github.com/advisories/${id}`,
};
const report = (...via: readonly (object | string)[]) => ({
  auditReportVersion: 2,
  vulnerabilities: via.length === 0 ? {} : { left: { via } },
});
const exception = {
  id,
  package: 'left',
  reason: 'only the tests use it, with texts of their own',
  until: '2026-12-31',
};

describe("npm's findings", () => {
  it('passes when it is nothing', () => {
    expect(judgeAudit(report(), [], today)).toEqual({ kind: 'judged', faults: [], packages: 0 });
  });

  it('is refused, with the package and the address of the advisory', () => {
    const faults = [expect.stringMatching(/^left has a vulnerability \(high\): it pads too far, https:.*GHSA-23cf/)];

    expect(judgeAudit(report(advisory), [], today)).toMatchObject({ faults });
  });

  it('passes by a written exception, for as long as that lasts', () => {
    expect(judgeAudit(report(advisory), [exception], today)).toMatchObject({ faults: [] });
    expect(judgeAudit(report(advisory), [{ ...exception, until: '2026-11-22' }], today)).toMatchObject({
      faults: [expect.stringContaining('ended on 2026-11-22')],
    });
  });

  it('is not excused by an exception for another package or advisory', () => {
    const others = [
      { ...exception, package: 'right' },
      { ...exception, id: 'GHSA-2222-3333-4444' },
    ];
    for (const other of others) {
      expect(judgeAudit(report(advisory), [other], today)).toMatchObject({
        faults: [expect.stringContaining('has a vulnerability'), expect.stringContaining('is no longer needed')],
      });
    }
  });

  it('names only the cause if one package is affected through another', () => {
    expect(judgeAudit(report('right'), [], today)).toMatchObject({ faults: [], packages: 1 });
  });
});

describe('a registry without a report', () => {
  it('has no advisories, or failed', () => {
    expect(judgeAudit({ statusCode: 405, message: 'refused' }, [], today)).toEqual({
      kind: 'not offered',
      status: 405,
    });
    expect(() => judgeAudit({ statusCode: 503, message: 'overloaded' }, [], today)).toThrow('overloaded');
    expect(() => judgeAudit({ message: 'no network' }, [], today)).toThrow('no network');
  });
});

const manifest = { dependencies: { zod: '4.6.7' }, devDependencies: { native: 'npm:@scope/typescript@7.0.2' } };
const zod = { version: '4.6.7', integrity: 'sha512-abc' };
const locked = (packages: Record<string, object>, lockfileVersion = 3) => ({
  lockfileVersion,
  packages: { '': {}, ...packages },
});

it('this project installs exactly the packages in its lock file', () => {
  const read = (path: string): unknown => JSON.parse(readFileSync(path, 'utf8'));

  const workspaces = { console: read('console/package.json') };
  expect(lockfileFaults(read('package.json'), read('package-lock.json'), workspaces)).toEqual([]);
  expect(lockfileFaults(manifest, locked({ 'node_modules/zod': zod }))).toEqual([]);
});

it.each([
  ['a range of versions', { ...manifest, dependencies: { zod: '^4.6.7' } }, locked({}), 'Name an exact version'],
  ['a tag', { ...manifest, dependencies: { zod: 'latest' } }, locked({}), 'Name an exact version'],
  ['a repository', { ...manifest, dependencies: { zod: 'github:a/zod' } }, locked({}), 'Name an exact version'],
  ['an old lock file', manifest, locked({}, 1), 'has version 1'],
  ['no hash', manifest, locked({ 'node_modules/zod': { version: '4.6.7' } }), 'no SHA-512 hash'],
  ['a weak hash', manifest, locked({ 'node_modules/zod': { ...zod, integrity: 'sha1-abc' } }), 'no SHA-512 hash'],
  [
    'another registry',
    manifest,
    locked({ 'node_modules/zod': { ...zod, resolved: 'https://evil.test/zod.tgz' } }),
    'evil',
  ],
  ['a link', manifest, locked({ 'node_modules/zod': { link: true } }), 'is a link, but not to a workspace'],
  ['a script', manifest, locked({ 'node_modules/zod': { ...zod, hasInstallScript: true } }), 'runs an install script'],
])('a lock file with %s is refused', (_, wanted, lockfile, expected) => {
  expect(lockfileFaults(wanted, lockfile)).toEqual([expect.stringContaining(expected)]);
});

it('a workspace is a link to a folder of the project, with the same versions as the root', () => {
  const own = locked({ console: {}, 'node_modules/a-console': { link: true, resolved: 'console' } });

  expect(lockfileFaults(manifest, own, { console: { dependencies: { zod: '4.6.7' } } })).toEqual([]);
  expect(lockfileFaults(manifest, own, { console: { dependencies: { zod: '4.6.6' } } })).toEqual([
    'console/package.json has zod 4.6.6, package.json 4.6.7. Use one version.',
  ]);
  expect(lockfileFaults({ ...manifest, version: '1.1.0' }, own, { console: { version: '1.0.0' } })).toEqual([
    'console/package.json has version 1.0.0, package.json 1.1.0. Use one version.',
  ]);
  expect(lockfileFaults(manifest, own, { console: { devDependencies: { vite: '^8' } } })).toEqual([
    'console/package.json requires vite ^8. Name an exact version.',
  ]);
});

it("a package's bundled dependencies need no separate hash", () => {
  expect(lockfileFaults(manifest, locked({ 'node_modules/a/node_modules/b': { inBundle: true } }))).toEqual([]);
});
