import type { Owner } from '../../support/service/owners.ts';
import type { Walk } from '../walk.ts';

const unknown = '0190a1b2c3d47e5f8a9b0c1d2e3f4a5b';

export async function walkCommands(walk: Walk, { api }: Owner, sandboxId: string): Promise<void> {
  const run = 'POST /api/v1/sandboxes/{}/commands';
  const at = [sandboxId];
  const { body } = await walk.visit(api, run, {
    at,
    body: { command: ['cat'], stdin: true, background: true },
    query: { resume: false },
  });
  await walk.visit(api, run, { at, body: { command: '' }, fails: 422 });
  await walk.visit(api, run, { at, body: { command: 'ls', env: { 'A B': 'x' } }, fails: 422 });
  await walk.visit(api, run, { at, body: { command: 'ls', cwd: 'not/there' }, fails: 422 });
  await walk.visit(api, run, { at: ['unknown'], body: { command: 'ls' }, fails: 404 });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}/commands', { at });
  await walk.visit(api, 'GET /api/v1/sandboxes/{}/commands', { at: ['unknown'], fails: 404 });
  const one = [sandboxId, body.command.id];
  const none = [sandboxId, unknown];
  const command = '/api/v1/sandboxes/{}/commands/{}' as const;
  await walk.visit(api, `GET ${command}`, { at: one });
  await walk.visit(api, `GET ${command}`, { at: none, fails: 404 });
  await walk.visit(api, `POST ${command}/input`, { at: one, body: { data: 'hi\n', offset: 0 } });
  await walk.visit(api, `POST ${command}/input`, { at: one, body: { data: 'a', base64: 'YQ==' }, fails: 422 });
  await walk.visit(api, `POST ${command}/input`, { at: none, body: { end: true }, fails: 404 });
  const headers = { Accept: 'application/json' };
  await walk.visit(api, `GET ${command}/output`, { at: one, headers, query: { offset: '1-0' } });
  await walk.visit(api, `GET ${command}/output`, { at: one, query: { offset: '-1' }, fails: 422 });
  await walk.visit(api, `GET ${command}/output`, { at: none, fails: 404 });
  await walk.visit(api, `POST ${command}/stop`, { at: one, body: { signal: 'KILL' } });
  await walk.visit(api, `POST ${command}/stop`, { at: one, body: { signal: 'HUP' }, fails: 422 });
}
