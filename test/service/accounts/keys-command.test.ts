import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import * as z from 'zod';
import { acceptedKeys } from '../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { edgeEntry } from '../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import { freePort } from '../../support/free-port.ts';
import { Admin } from '../../support/service/admin.ts';
import { Api } from '../../support/service/api.ts';
import { type Ended, runScript } from '../../support/service/local-service.ts';
import { keys, newName, service } from '../../support/service/owners.ts';

const KEY = /^acs_([0-9A-Za-z]{12})_[0-9A-Za-z]{49}$/;

interface Row {
  readonly id: string;
  readonly owner: string;
  readonly usable: boolean;
}

async function rowsOf(owner: string): Promise<readonly Row[]> {
  const { stdout, code } = await keys('list', '--owner', owner, '--json');
  expect(code).toBe(0);
  return JSON.parse(stdout);
}

/** The command failed because of its input: stderr explains it without a stack trace, and stdout is empty. */
function expectRefusal({ code, stdout, stderr }: Ended, words: RegExp): void {
  expect(code).toBe(1);
  expect(stdout).toBe('');
  expect(stderr).toMatch(words);
  expect(stderr).not.toMatch(/\n\s+at /);
}

async function opens(apiKey: string): Promise<boolean> {
  return (await Api.withBearer(service().baseUrl, apiKey).get('/api/keys/current')).status === 200;
}

describe('npm run keys', () => {
  it('create prints a working key as one line of JSON for programs', async () => {
    const owner = newName();
    const { stdout, code } = await keys('create', '--owner', owner, '--name', 'a name, with "quotes"', '--json');

    expect(code).toBe(0);
    expect(stdout.trimEnd()).not.toContain('\n');
    const { api_key: apiKey, ...row } = JSON.parse(stdout);
    expect(apiKey).toMatch(KEY);
    expect(row).toEqual({
      id: KEY.exec(apiKey)?.[1],
      owner,
      name: 'a name, with "quotes"',
      last4: apiKey.slice(-4),
      scopes: expect.arrayContaining(['conversations:write', 'keys:write']),
      limits: {
        sandboxes: null,
        vcpus: null,
        requests_per_minute: null,
        monthly_budget_usd: null,
        monthly_sandbox_hours: null,
      },
      lineages: [row.id],
      created_at: expect.stringMatching(/Z$/),
      created_by: 'operator',
      member: null,
      last_used_at: null,
      not_before: null,
      expires_at: null,
      rotated_from: null,
      rotated_to: null,
      revoked_at: null,
      usable: true,
    });
    expect(row.scopes).not.toContain('admin');
    expect(await opens(apiKey)).toBe(true);
    // The service may already have recorded the request above.
    expect((await rowsOf(owner)).map((listed) => ({ ...listed, last_used_at: null }))).toEqual([row]);
  });

  it('create prints a key once for a person, and the service stores only its hash', async () => {
    const owner = newName();
    const { stdout, code } = await keys('create', '--owner', owner, '--expires-in', '30d');
    const [apiKey = ''] = stdout.split('\n');

    expect(code).toBe(0);
    expect(apiKey).toMatch(KEY);
    expect(stdout).toContain(owner);
    expect(await opens(apiKey)).toBe(true);
    const list = await keys('list', '--owner', owner);
    expect(list.stdout).toContain(KEY.exec(apiKey)?.[1]);
    expect(list.stdout).not.toContain(apiKey);
    const [row] = JSON.parse((await keys('list', '--owner', owner, '--json')).stdout);
    const days = (Date.parse(row.expires_at) - Date.parse(row.created_at)) / 86_400_000;
    expect(days).toBeCloseTo(30, 2);
  });

  it('list prints the keys of one owner or of all, oldest first', async () => {
    const [one, two] = [newName(), newName()];
    for (const owner of [one, two, one]) await keys('create', '--owner', owner, '--json');

    const all: readonly Row[] = JSON.parse((await keys('list', '--json')).stdout);

    expect((await rowsOf(one)).map(({ owner }) => owner)).toEqual([one, one]);
    expect(all.map(({ owner }) => owner).filter((owner) => owner === one || owner === two)).toEqual([one, two, one]);
    expect(await rowsOf(newName())).toEqual([]);
    expect((await keys('list', '--owner', newName())).stdout).toMatch(/no keys/);
  });

  it('revoke accepts an id or a key, takes effect at once, and can be repeated', async () => {
    const owner = newName();
    const made = await Promise.all(
      [1, 2].map(async () => JSON.parse((await keys('create', '--owner', owner, '--json')).stdout)),
    );
    const [first, second] = made;

    const byId = await keys('revoke', first.id, '--json');
    const byKey = await keys('revoke', second.api_key);
    const again = await keys('revoke', first.id);

    expect([byId.code, JSON.parse(byId.stdout)]).toEqual([0, { id: first.id, revoked: true }]);
    expect([byKey.code, again.code]).toEqual([0, 0]);
    expect(byKey.stdout).toContain(second.id);
    expect(byKey.stdout).not.toContain(second.api_key);
    expect([await opens(first.api_key), await opens(second.api_key)]).toEqual([false, false]);
    expect((await rowsOf(owner)).map(({ usable }) => usable)).toEqual([false, false]);
  });

  it('creates a key with scopes and limits, rotates it, and sets the limits of its owner', async () => {
    const owner = newName();
    const limits = ['--sandboxes', '2', '--monthly-budget-usd', '12.5'];
    const made = await keys('create', '--owner', owner, '--scopes', 'usage:read,keys:read', ...limits, '--json');
    const { id, api_key: first, ...old } = JSON.parse(made.stdout);
    expect(old).toMatchObject({
      scopes: ['keys:read', 'usage:read'],
      limits: { sandboxes: 2, monthly_budget_usd: 12.5 },
    });

    const rotated = await keys('rotate', id, '--overlap', '0', '--json');
    const { api_key: second, ...row } = JSON.parse(rotated.stdout);
    // The database can delete an expired key at any time, so this test rotates a valid key twice.
    await keys('rotate', row.id, '--overlap', '1d');
    const again = await keys('rotate', row.id);
    const shown = await keys('owner', owner, '--sandboxes', '9', '--json');

    expect(row).toMatchObject({ scopes: old.scopes, limits: old.limits, rotated_from: id, created_by: 'operator' });
    expectRefusal(again, /was already rotated/);
    expect([await opens(first), await opens(second)]).toEqual([false, true]);
    expect(JSON.parse(shown.stdout)).toMatchObject({ id: owner, created_by: 'operator', limits: { sandboxes: 9 } });
  });

  it.each([
    [['create', '--owner', 'a', '--scopes', 'all'], /'all' is not a scope. Use conversations:read, /],
    [['create', '--owner', 'a', '--sandboxes', '1.5'], /--sandboxes: '1.5' is not a limit/],
    [['create', '--owner', 'a', '--not-before', 'soon'], /--not-before: 'soon' is not a time/],
    [['rotate', 'x', '--overlap', 'long'], /--overlap: 'long' is not a duration/],
    [['create'], /--owner/],
    [['create', '--owner', ''], /--owner: Must be 1 to 40 characters/],
    [['create', '--owner', 'a/b'], /--owner: Must be 1 to 40 characters/],
    [['create', '--owner', 'a'.repeat(41)], /--owner: Must be 1 to 40 characters/],
    [['create', '--owner', 'a', '--expires-in', 'soon'], /'soon' is not a duration/],
    [['create', '--owner', 'a', '--expires-in', '0d'], /'0d' is not a duration/],
    [['revoke'], /Name the key/],
    [['revoke', 'abcdefghijkl'], /API key abcdefghijkl not found/],
    [['destroy'], /no command 'destroy'/],
    [['list', '--colour'], /--colour/],
  ])('names the mistake in the arguments %j', async (args, words) => {
    expectRefusal(await keys(...args), words);
  });

  it('names the port or state directory when no service runs there', async () => {
    const stateDirectory = await mkdtemp(join(tmpdir(), 'e2e-no-service-'));
    try {
      const port = String(await freePort());

      expectRefusal(await runScript('keys', ['list', '--port', port]), new RegExp(`No service .*${port}.*npm start`));
      expectRefusal(await runScript('keys', ['list', '--state', stateDirectory]), /No service .*npm start/);
    } finally {
      await rm(stateDirectory, { recursive: true });
    }
  });

  it('prints its usage without arguments and for --help', async () => {
    for (const args of [[], ['--help']]) {
      const { code, stdout } = await runScript('keys', args);

      expect(code).toBe(0);
      for (const word of ['create --owner', 'list', 'rotate', 'revoke', 'owner NAME', '--stack', '--port'])
        expect(stdout).toContain(word);
    }
  });
});

describe('npm run keys -- rotate-ingress', () => {
  const stateDirectory = service().stateDirectory ?? '';
  const Stores = z.record(z.string(), z.object({ values: z.object({ keys: z.string() }) }));

  /** The entry from which the edge of the service reads its keys. */
  async function entry(): Promise<string> {
    const stores = Stores.parse(JSON.parse(await readFile(join(stateDirectory, 'key-value-stores.json'), 'utf8')));
    const [store, ...others] = Object.values(stores);
    expect(others).toEqual([]);
    return store?.values.keys ?? '';
  }

  const accepted = async () => acceptedKeys(await (await Admin.of(stateDirectory)).masterSecret(), new Date());

  it('gives the edge a new key, and prints none', async () => {
    const before = await accepted();
    expect(await entry()).toBe(edgeEntry(before));

    const { code, stdout, stderr } = await keys('rotate-ingress', '--overlap', '10m', '--json');

    expect([code, stderr]).toEqual([0, '']);
    const after = await accepted();
    const newest = after.at(-1);
    expect(after).toHaveLength(before.length + 1);
    expect(JSON.parse(stdout)).toMatchObject({ number: newest?.number, continued: false });
    expect(await entry()).toBe(edgeEntry(after));
    for (const { key } of after) expect(stdout).not.toContain(key);
  });

  it('explains an overlap that is too short', async () => {
    expectRefusal(
      await keys('rotate-ingress', '--overlap', '1m'),
      /^--overlap: 1m is too short for running sandboxes to get new addresses\. Write 10m or more/,
    );
  });
});
