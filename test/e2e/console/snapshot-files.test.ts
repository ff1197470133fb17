import { readFileSync } from 'node:fs';
import { gunzipSync } from 'node:zlib';
import { expect } from 'vitest';
import { eventually } from '../../support/service/eventually.ts';
import { startSandbox } from '../../support/service/sandboxes.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ path: '/snapshots' });
const headers = { 'Content-Type': 'application/octet-stream' };

describeInBrowser('the files of snapshots', () => {
  it('can be browsed, downloaded as a folder, and compared with another snapshot', async ({ one, owner }) => {
    const { page } = one;
    const { api } = owner;
    const { id } = await startSandbox(api);
    const sandbox = `/api/v1/sandboxes/${id}`;
    const write = (path: string, body: string) =>
      api.send('PUT', `${sandbox}/files/content?path=${path}`, { body, headers });
    const snapshot = async (name: string): Promise<string> => {
      const { body } = await api.post(`${sandbox}/snapshots`, { name });
      return eventually('the snapshot is READY', async () => {
        const { state } = (await api.get(`/api/v1/snapshots/${body.id}`)).body;
        return state === 'READY' ? body.id : undefined;
      });
    };
    await write('src/notes.txt', 'first line\nsecond line\n');
    await snapshot('earlier');
    await write('src/notes.txt', 'first line\nanother line\n');
    await write('src/new.txt', 'new');
    const later = await snapshot('later');

    await one.visit('/snapshots', 'Snapshots');
    await page.getByRole('button', { name: 'Actions for snapshot later' }).click();
    await page.getByRole('menuitem', { name: 'Browse files' }).click();
    await page.getByRole('heading', { name: 'later' }).waitFor();
    await page.getByRole('button', { name: 'src' }).click();
    await page.getByRole('button', { name: 'new.txt' }).waitFor();
    const [download] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(download.suggestedFilename()).toBe('src.tar.gz');
    expect(gunzipSync(readFileSync(await download.path())).includes('another line')).toBe(true);
    await page.getByRole('button', { name: 'notes.txt' }).click();
    await page.getByText('another line').waitFor();
    expect(await page.getByRole('button', { name: 'Save' }).count()).toBe(0);
    await one.expectAccessible();
    await one.expectGoodLooks('Files of a snapshot');

    await page.getByRole('tab', { name: 'Compare' }).click();
    const choice = page.getByLabel('Compare with');
    await choice.selectOption({ label: (await choice.getByRole('option').nth(1).textContent()) ?? '' });
    const changed = page.getByRole('list', { name: 'Changed files' });
    await changed.getByRole('button', { name: /new\.txt.*added/ }).waitFor();
    await changed.getByRole('button', { name: /notes\.txt.*changed/ }).click();
    const diff = page.getByRole('region', { name: /Changes to .*notes\.txt/ });
    await diff.getByText('second line').waitFor();
    await diff.getByText('another line').waitFor();
    await one.expectAccessible();
    await one.expectGoodLooks('Comparison of snapshots');
    expect(new URL(page.url()).pathname).toBe(`/snapshots/${later}`);

    await api.post(`${sandbox}/pause`);
    await eventually('its workspace is saved', async () => {
      const { body } = await api.get(sandbox);
      return body.transitions.at(-1).state === 'PAUSED';
    });
    await one.visit(`/sandboxes/${id}?tab=files`, 'Sandbox');
    await page.getByText('These files are from the saved workspace').waitFor();
    await page.getByRole('button', { name: 'src' }).click();
    const [saved] = await Promise.all([
      page.waitForEvent('download'),
      page.getByRole('button', { name: 'Download' }).click(),
    ]);
    expect(saved.suggestedFilename()).toBe('src.tar.gz');
    expect((await api.get(sandbox)).body.status).toBe('PAUSED');
    one.expectNoFailure();
  });
});
