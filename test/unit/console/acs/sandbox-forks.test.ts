import { expect, it } from 'vitest';
import { askedByAcs } from '../../../support/service/asked-by-acs.ts';

const id = '01930000000000000000000000000001';
const snapshot = '01930000000000000000000000000002';
const sandbox = (name: string) => ({ id: name, status: 'STARTING', session_api_key: 'secret', transitions: [] });
const refusal = { code: 'concurrency_limit_exceeded', detail: 'You have 3 sandboxes, which is the limit.' };

const fork = `POST /api/v1/sandboxes/${id}/fork`;
const acs = askedByAcs({
  [fork]: { items: [{ sandbox: sandbox('one'), error: null }] },
  [`POST /api/v1/sandboxes/${id}/restore`]: { sandbox: sandbox(id), kept_snapshot_id: '0193e' },
  'POST /api/v1/sandboxes': sandbox('new'),
});
const run = (...args: readonly string[]) => acs.run('sandboxes', ...args);

it('acs sandboxes fork starts copies and lists them', async () => {
  await run('fork', id, '--count', '1', '--wake', 'VSCODE=never', '--no-wait');

  expect(acs.requests).toEqual([[`POST /api/v1/sandboxes/${id}/fork`, { count: 1, wake: { VSCODE: 'never' } }]]);
  expect(acs.printed.join('\n')).toContain('one');
  expect(acs.printed.join('\n')).not.toContain('secret');
});

it('acs sandboxes fork lists the copies that a limit refused, and fails', async () => {
  acs.answers = {
    [fork]: {
      items: [
        { sandbox: sandbox('one'), error: null },
        { sandbox: null, error: refusal },
      ],
    },
  };

  await expect(run('fork', id, '--count', '2', '--no-wait')).rejects.toThrow('1 of 2 copies were not started');

  expect(acs.printed.join('\n')).toContain(refusal.detail);
});

it.each(['0', '101', '1.5'])('acs sandboxes fork asks the service nothing with --count %s', async (count) => {
  await expect(run('fork', id, '--count', count)).rejects.toMatchObject({ exitCode: 2 });
  expect(acs.requests).toEqual([]);
});

it('acs sandboxes restore says where the files before are', async () => {
  await run('restore', id, snapshot);

  expect(acs.requests).toEqual([[`POST /api/v1/sandboxes/${id}/restore`, { snapshot_id: snapshot }]]);
  expect(acs.printed.join('\n')).toContain('Its files before are in the snapshot 0193e.');
});

it('acs sandboxes start --snapshot begins from it', async () => {
  await run('start', '--snapshot', snapshot, '--no-wait');

  expect(acs.requests).toEqual([['POST /api/v1/sandboxes', { snapshot_id: snapshot }]]);
});
