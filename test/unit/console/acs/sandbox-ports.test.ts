import { expect, it } from 'vitest';
import { askedByAcs } from '../../../support/service/asked-by-acs.ts';

const id = '01930000000000000000000000000001';
const path = `/api/v1/sandboxes/${id}/ports`;
const port = {
  ...{ id: '9', port: 3000, name: 'preview', access: 'link', wake: 'never', expires_at: null },
  ...{ url: 'https://new.sandboxes.example.com', opened_at: '2026-11-21T13:00:00.000Z', opened_by: null },
  warning: 'Anyone who has this URL can use it.',
};
const older = { ...port, id: '8', url: 'https://old.sandboxes.example.com' };
const link = { url: `${port.url}/_sandbox/open?token=1.a&path=%2F`, expires_at: '2026-11-21T13:01:00.000Z' };

const acs = askedByAcs({
  [`GET ${path}`]: { items: [older, port] },
  [`POST ${path}`]: port,
  [`PATCH ${path}/9`]: { ...port, access: 'key', warning: null },
  [`DELETE ${path}/8`]: { success: true },
  [`DELETE ${path}/9`]: { success: true },
  [`POST ${path}/9/open-in-browser`]: link,
});

const run = (...args: readonly string[]) => acs.run('sandboxes', ...args);

it('acs sandboxes ports lists them with their URLs', async () => {
  await run('ports', id);

  expect(acs.printed.join('\n')).toMatch(/9 +3000 +preview +link .*https:\/\/new\.sandboxes\.example\.com/);
});

it('acs sandboxes open-port prints the URL alone on stdout, and the warning apart', async () => {
  await run('open-port', id, '3000', '--access', 'link', '--expires-in', '1h');

  expect(acs.requests).toEqual([[`POST ${path}`, { port: 3000, access: 'link', expires_in: 3600 }]]);
  expect(acs.printed).toEqual([port.warning, port.url]);
});

it('acs sandboxes change-port sends what was given alone, and prints the URL, which stays', async () => {
  await run('change-port', id, '3000', '--access', 'key', '--expires-in', '2h');
  await run('change-port', id, '9', '--wake', 'key', '--name', '', '--expires-in', 'never');

  expect(acs.requests.filter((request) => Array.isArray(request) && request.length > 1)).toEqual([
    [`PATCH ${path}/9`, { access: 'key', expires_in: 7200 }],
    [`PATCH ${path}/9`, { wake: 'key', name: null, expires_in: null }],
  ]);
  expect(acs.printed).toEqual([port.url, port.url]);
});

it.each([[[]], [['--expires-in', 'soon']]])(
  'acs sandboxes change-port asks the service nothing with %j',
  async (options) => {
    await expect(run('change-port', id, '3000', ...options)).rejects.toMatchObject({ exitCode: 2 });
    expect(acs.requests).toEqual([]);
  },
);

it('acs sandboxes close-port takes the port, of which it closes the newest, or the ID', async () => {
  await run('close-port', id, '3000');
  await run('close-port', id, '8');

  expect(acs.requests).toEqual([[`GET ${path}`], [`DELETE ${path}/9`], [`GET ${path}`], [`DELETE ${path}/8`]]);
  expect(acs.printed).toEqual(['Closed port 3000.', 'Closed port 3000.']);
});

it('acs sandboxes open prints a link to a page', async () => {
  await run('open', id, '3000', '--path', '/docs');

  expect(acs.requests).toEqual([[`GET ${path}`], [`POST ${path}/9/open-in-browser`, { path: '/docs' }]]);
  expect(acs.printed).toEqual([link.url]);
});

it('acs sandboxes open says how to find the ports when there is none of this number', async () => {
  await expect(run('open', id, '4000')).rejects.toMatchObject({
    message: `Sandbox ${id} has no opened port 4000.`,
    remedy: `See: acs sandboxes ports ${id}`,
  });
});

it.each(['0', '-1', '3000x', '1e3', ''])(
  'acs sandboxes open-port refuses %j before it asks the service',
  async (text) => {
    await expect(run('open-port', id, text)).rejects.toMatchObject({ exitCode: 2 });
    expect(acs.requests).toEqual([]);
  },
);
