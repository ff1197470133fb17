import { Readable } from 'node:stream';
import { afterEach, beforeEach, describe, expect, it, onTestFinished, vi } from 'vitest';
import { parserOf } from '../../../../console/acs/parser.ts';

const conversations = [
  ['01a2141f0c3d7e5f8a9b0c1d2e6ef4a9', 'Fix the login'],
  ['01a2141f0c3d7e5f8a9b0c1d2e6e00a9', 'Write the docs'],
  ['01a2150000000e5f8a9b0c1d2e6ef4a8', 'Third'],
  ['my-task-1', 'Chosen'],
] as const;
const [[first], [second], [third]] = conversations;

let requests: string[];
let bodies: string[];
let written: string;

beforeEach(() => {
  requests = [];
  bodies = [];
  written = '';
  vi.stubEnv('ACS_API_KEY', 'acs_unused_key');
  vi.stubEnv('ACS_URL', 'http://127.0.0.1:3000');
  vi.stubEnv('XDG_CONFIG_HOME', '/nonexistent');
  vi.spyOn(process.stdout, 'write').mockImplementation((text) => {
    written += String(text);
    return true;
  });
  vi.spyOn(process.stderr, 'write').mockReturnValue(true);
  vi.stubGlobal('fetch', async (input: Request | string, init?: RequestInit) => {
    const request = new Request(input, init);
    const { pathname, searchParams } = new URL(request.url);
    requests.push(`${request.method} ${pathname}`);
    bodies.push(await request.text());
    return answer(pathname, searchParams);
  });
});
afterEach(() => {
  vi.restoreAllMocks();
  vi.unstubAllGlobals();
  vi.unstubAllEnvs();
});

const viewOf = ([id, title]: readonly [string, string]) => ({
  id,
  title,
  sandbox_id: id,
  sandbox_status: 'RUNNING',
  execution_status: 'waiting_for_confirmation',
  status_detail: null,
  selected_repository: 'acme/shop',
  updated_at: '2026-11-21T12:00:00.000Z',
  created_at: '2026-11-21T12:00:00.000Z',
  metrics: null,
});

function answer(path: string, query: URLSearchParams): Response {
  if (path === '/api/keys')
    return Response.json(['aBcD00000001', 'aBcD00000002'].map((id) => ({ id, name: 'ci', last4: '', scopes: [] })));
  if (path === '/api/v1/webhook-endpoints')
    return Response.json({ items: [{ id: '0193c0ffee0000000000000000000001', url: 'https://a.example' }] });
  const isSandboxes = path === '/api/v1/sandboxes/search';
  if (path.endsWith('/search')) {
    // One on each page: a match of a later page counts too.
    const part = query.get('id__contains') ?? '';
    const all = conversations.filter(([id]) => id.includes(part) && !(isSandboxes && id.startsWith('my')));
    const place = Number(query.get('page_id') ?? 0);
    const items = all.slice(place, place + 1).map(viewOf);
    return Response.json({ items, next_page_id: place + 1 < all.length ? String(place + 1) : null });
  }
  const found = conversations.find(([id]) => path.split('/').includes(id));
  if (found && path.endsWith('/send-message')) return Response.json({ success: true, message: 'Sent' });
  if (found) return Response.json(viewOf(found));
  return Response.json({ status: 404, code: 'not_found', detail: 'Not found' }, { status: 404 });
}

const acs = (...args: readonly string[]) => Promise.resolve().then(() => parserOf(args).parseAsync());
const reached = () => requests.filter((request) => !request.includes('/search'));
const one = (id: string) => `GET /api/v1/app-conversations/${id}`;

describe('a conversation', () => {
  it('is found without another request by its whole ID', async () => {
    await acs('conversations', 'get', first);
    await acs('conversations', 'get', 'my-task-1');

    expect(requests).toEqual([one(first), one('my-task-1')]);
  });

  it.each([
    ['its end', '6ef4a9', first],
    ['its beginning', '01a215', third],
    ['its end as the console shows it', '…6ef4a9', first],
    ['both ends as the console shows them', '01a214…6e00a9', second],
    ['a part in upper case', '6EF4A9', first],
    ['the beginning of a dashed UUID', '01a21500-0000-0e5f', third],
  ])('is found by %s', async (_, text, id) => {
    await acs('conversations', 'get', text);

    expect(reached()).toEqual([one(id)]);
  });

  it('with a chosen ID is found by a part of it, with what was read from stdin', async () => {
    vi.spyOn(process, 'stdin', 'get').mockReturnValue(Readable.from(['hello']) as unknown as typeof process.stdin);

    await acs('conversations', 'send', 'my-ta', '-');

    expect(reached()).toEqual([
      'POST /api/v1/app-conversations/my-ta/send-message',
      'POST /api/v1/app-conversations/my-task-1/send-message',
    ]);
    expect(bodies.filter((body) => body.includes('hello'))).toHaveLength(2);
  });

  it('is not guessed among several: the candidates are listed with their titles', async () => {
    await expect(acs('events', '01a2141f')).rejects.toMatchObject({
      exitCode: 2,
      message: expect.stringContaining('"01a2141f" is ambiguous'),
      remedy: `  ${first}  Fix the login\n  ${second}  Write the docs`,
    });
    expect(reached()).toEqual([]);
  });

  it.each([['ffff'], ['…6ef4aa'], ['01a2…ffff']])('that does not exist is not found: %s', async (text) => {
    await expect(acs('conversations', 'delete', text, '--yes')).rejects.toMatchObject({ exitCode: 1 });
    expect(reached()).toEqual([]);
  });

  it('is not found by the middle of its ID, or by fewer than four characters', async () => {
    await expect(acs('conversations', 'get', '8a9b0c1d')).rejects.toMatchObject({ exitCode: 1 });
    await expect(acs('conversations', 'get', '…4a9')).rejects.toMatchObject({ exitCode: 2 });
    await expect(acs('conversations', 'get', '4a9')).rejects.toMatchObject({ status: 404 });
  });
});

it('sandboxes, keys, endpoints and the sandbox of a filter are found by a part of their IDs', async () => {
  await acs('sandboxes', 'get', '6e00a9', '--json');
  await acs('conversations', 'list', '--sandbox', '01a215', '--json');
  await expect(acs('keys', 'rotate', '0002')).rejects.toMatchObject({ status: 404 });
  await expect(acs('keys', 'rotate', 'aBcD')).rejects.toMatchObject({ exitCode: 2 });
  await expect(acs('keys', 'rotate', 'abcd')).rejects.toMatchObject({ exitCode: 1 });
  await expect(acs('webhooks', 'get', '0001')).rejects.toMatchObject({ status: 404 });

  expect(requests).toContain(`GET /api/v1/sandboxes/${second}`);
  expect(requests).toContain('POST /api/keys/aBcD00000002/rotate');
  expect(requests).toContain('GET /api/v1/webhook-endpoints/0193c0ffee0000000000000000000001');
});

describe('the table of conversations', () => {
  const tableAt = async (columns: number | undefined): Promise<readonly string[]> => {
    const before = process.stdout.columns;
    Object.assign(process.stdout, { columns });
    onTestFinished(() => void Object.assign(process.stdout, { columns: before }));
    await acs('conversations', 'list');
    return written.trimEnd().split('\n');
  };

  it.each([60, 80, 100, 200])('keeps ID, title and status readable at %i columns', async (columns) => {
    const lines = await tableAt(columns);

    expect(lines).toHaveLength(conversations.length + 1);
    for (const [index, [id, title]] of conversations.entries()) {
      const line = lines[index + 1] ?? '';
      expect(line).toContain(columns < 80 && id.length > 20 ? id.slice(-8) : id);
      expect(line).toContain(title);
      expect(line).toContain('Waiting for confirmation');
      expect(line.length).toBeLessThanOrEqual(columns);
    }
  });

  it('cuts nothing for a program', async () => {
    const lines = await tableAt(undefined);

    expect(lines[1]).toMatch(
      /^01a2141f0c3d7e5f8a9b0c1d2e6ef4a9 {2}Fix the login +Waiting for confirmation +acme\/shop +\w/,
    );
  });
});
