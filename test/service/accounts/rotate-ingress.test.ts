import { readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import * as z from 'zod';
import { acceptedKeys } from '../../../shared/domain/sandboxes/ingress/ingress-keys.ts';
import { edgeEntry } from '../../../shared/domain/sandboxes/ingress/install-ingress-keys.ts';
import { Admin } from '../../support/service/admin.ts';
import { keys, service } from '../../support/service/owners.ts';

const stateDirectory = service().stateDirectory ?? '';

const Stores = z.record(z.string(), z.object({ values: z.object({ keys: z.string() }) }));

/** What the edge of the service reads. */
async function entry(): Promise<string> {
  const stores = Stores.parse(JSON.parse(await readFile(join(stateDirectory, 'key-value-stores.json'), 'utf8')));
  const [store, ...others] = Object.values(stores);
  expect(others).toEqual([]);
  return store?.values.keys ?? '';
}

const accepted = async () => acceptedKeys(await (await Admin.of(stateDirectory)).masterSecret(), new Date());

it('npm run keys -- rotate-ingress gives the edge a new key, and shows none', async () => {
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

it('npm run keys -- rotate-ingress explains an overlap that is too short', async () => {
  const { code, stdout, stderr } = await keys('rotate-ingress', '--overlap', '1m');

  expect([code, stdout]).toEqual([1, '']);
  expect(stderr).toMatch(/^--overlap: 1m is too short for running sandboxes to get new addresses\. Write 10m or more/);
});
