import { afterEach, beforeEach, expect, it, vi } from 'vitest';
import { parserOf } from '../../../../console/acs/parser.ts';

const id = '01930000000000000000000000000001';
const snapshot = '01930000000000000000000000000002';
const sandbox = (name: string) => ({ id: name, status: 'STARTING', session_api_key: 'secret', transitions: [] });
const refusal = { code: 'concurrency_limit_exceeded', detail: 'You have 3 sandboxes, which is the limit.' };

let answers: Record<string, object>;
let printed: string[];
let requests: unknown[];
beforeEach(() => {
  answers = {
    [`POST /api/v1/sandboxes/${id}/fork`]: { items: [{ sandbox: sandbox('one'), error: null }] },
    [`POST /api/v1/sandboxes/${id}/restore`]: { sandbox: sandbox(id), kept_snapshot_id: '0193e' },
    'POST /api/v1/sandboxes': sandbox('new'),
  };
  printed = [];
  requests = [];
  for (const stream of [process.stdout, process.stderr]) {
    vi.spyOn(stream, 'write').mockImplementation((text) => printed.push(String(text).trimEnd()) > 0);
  }
  vi.stubEnv('ACS_API_KEY', 'acs_unused_key');
  vi.stubEnv('ACS_URL', 'http://127.0.0.1:3000');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const asked = `${request.method} ${new URL(request.url).pathname}`;
    requests.push([asked, JSON.parse((await request.text()) || 'null')]);
    return Response.json(answers[asked] ?? { status: 404, code: 'not_found', detail: 'Not found' }, {
      status: answers[asked] ? 200 : 404,
    });
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const run = async (...args: readonly string[]) => void (await parserOf(['sandboxes', ...args]).parseAsync());

it('acs sandboxes fork starts copies and lists them', async () => {
  await run('fork', id, '--count', '1', '--wake', 'VSCODE=never', '--no-wait');

  expect(requests).toEqual([[`POST /api/v1/sandboxes/${id}/fork`, { count: 1, wake: { VSCODE: 'never' } }]]);
  expect(printed.join('\n')).toContain('one');
  expect(printed.join('\n')).not.toContain('secret');
});

it('acs sandboxes fork lists the copies that a limit refused, and fails', async () => {
  answers[`POST /api/v1/sandboxes/${id}/fork`] = {
    items: [
      { sandbox: sandbox('one'), error: null },
      { sandbox: null, error: refusal },
    ],
  };

  await expect(run('fork', id, '--count', '2', '--no-wait')).rejects.toThrow('1 of 2 copies were not started');

  expect(printed.join('\n')).toContain(refusal.detail);
});

it.each(['0', '101', '1.5'])('acs sandboxes fork asks the service nothing with --count %s', async (count) => {
  await expect(run('fork', id, '--count', count)).rejects.toMatchObject({ exitCode: 2 });
  expect(requests).toEqual([]);
});

it('acs sandboxes restore says where the files before are', async () => {
  await run('restore', id, snapshot);

  expect(requests).toEqual([[`POST /api/v1/sandboxes/${id}/restore`, { snapshot_id: snapshot }]]);
  expect(printed.join('\n')).toContain('Its files before are in the snapshot 0193e.');
});

it('acs sandboxes start --snapshot begins from it', async () => {
  await run('start', '--snapshot', snapshot, '--no-wait');

  expect(requests).toEqual([['POST /api/v1/sandboxes', { snapshot_id: snapshot }]]);
});
