import { beforeEach, describe, expect, it } from 'vitest';
import { noLimits } from '../../../../shared/contract/shapes/limits.ts';
import { hashOf, newApiKey } from '../../../../shared/domain/accounts/keys/api-key.ts';
import { writeName } from '../../../../shared/domain/sandboxes/ingress/name.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { edgeProof } from '../../../../shared/domain/sandboxes/waking/edge-proof.ts';
import { VersionConflictError } from '../../../../shared/platform/errors.ts';
import { workspaceExpired } from '../../../../shared/presentation/sandbox-reasons.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';
import { nameKey, nameOf, VIEWER, WakingScene } from '../../../support/sandboxes/waking-scene.ts';

let scene: WakingScene;
beforeEach(() => {
  scene = new WakingScene();
});

const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'none', 'Sec-Fetch-User': '?1' };
const background = { 'Sec-Fetch-Mode': 'cors', 'Sec-Fetch-Site': 'same-origin' };

const paused = (more: Partial<Sandbox> = {}) =>
  scene.add(
    aRunningSandbox({ desired: 'PAUSED', phase: 'PAUSED', exposed_urls: null, api_key_id: 'key000000001', ...more }),
  );

const keyOf = async (sandbox: Sandbox) => ({ 'X-Session-API-Key': await someKeys().sessionKey(sandbox) });

const proofOf = (text: string, seconds = 0, key = nameKey.key) =>
  edgeProof({ text, viewer: VIEWER }, Math.floor(scene.clock.now().getTime() / 1000) + seconds, key);

/** An API key of an owner, which the table of keys then has. */
function apiKeyOf(owner: string, scopes: readonly string[] = ['sandboxes:write']): string {
  const key = newApiKey();
  const record = {
    ...{ key_id: key.keyId, owner_id: owner, name: 'laptop', hash: hashOf(key), last4: 'abcd', scopes },
    ...{ created_at: noon, created_by: 'operator', expires_at: null, revoked_at: null, last_used_at: null },
    limits: noLimits,
  };
  scene.keys = { find: async (id) => (id === key.keyId ? record : undefined) as never };
  return key.text;
}

describe('the slow way › a running sandbox', () => {
  it('redirects a GET to the same URL when the edge has the entry, not before it can have arrived', async () => {
    const sandbox = await scene.add(aRunningSandbox());

    const { statusCode, headers } = await scene.request(nameOf(sandbox), { uri: '/docs?x=1' });

    expect([statusCode, headers?.Location, headers?.['Cache-Control']]).toEqual([307, '/docs?x=1', 'no-store']);
    expect(scene.waited).toEqual([1_000]);
  });

  it('waits for an entry that is about to be written', async () => {
    const sandbox = await scene.add(aRunningSandbox());
    scene.edge = ['expected', 'expected', 'written'];

    expect((await scene.request(nameOf(sandbox))).statusCode).toBe(307);
  });

  it('returns 503 with Retry-After when the entry does not come within two seconds', async () => {
    const sandbox = await scene.add(aRunningSandbox());
    scene.edge = ['expected'];

    const { statusCode, headers, problem } = await scene.request(nameOf(sandbox));

    expect([statusCode, headers?.['Retry-After'], problem.code]).toEqual([503, '1', 'unavailable']);
    expect(scene.waited.reduce((sum, one) => sum + one, 0)).toBe(2_000);
  });

  it('returns 503 to other methods at once, so that no body is lost', async () => {
    const sandbox = await scene.add(aRunningSandbox());

    const { statusCode, headers } = await scene.request(nameOf(sandbox), { method: 'POST' });

    expect([statusCode, headers?.['Retry-After']]).toEqual([503, '1']);
    expect(scene.waited).toEqual([]);
  });

  it.each([
    ['the store has no room', 'overflow'],
    ['the entry is late', 'late'],
  ] as const)('redirects all methods to a label when %s, and keeps path and query', async (_why, state) => {
    const sandbox = await scene.add(aRunningSandbox({ public_address: '198.51.100.20' }));
    scene.edge = [state];

    const { statusCode, headers } = await scene.request(nameOf(sandbox), { method: 'POST', uri: '/api/x?y=1' });

    expect(statusCode).toBe(307);
    expect(headers?.Location).toMatch(/^https:\/\/[a-z2-7]{48}\.sandboxes\.example\.com\/api\/x\?y=1$/);
  });

  it.each(['//evil.example', '/\\evil.example', 'https://evil.example/', '/a b'])(
    'never redirects to %s',
    async (uri) => {
      const sandbox = await scene.add(aRunningSandbox());

      expect((await scene.request(nameOf(sandbox), { uri })).statusCode).toBe(503);
    },
  );
});

describe('the slow way › a sandbox that starts', () => {
  it('returns 503 with the steps so far to programs', async () => {
    const sandbox = await scene.add(
      aRunningSandbox({ phase: 'BOOTING', step_times: { ACCEPTED: noon, TASK_RUNNING: noon } }),
    );

    const { statusCode, headers, problem } = await scene.request(nameOf(sandbox), { method: 'POST' });

    expect([statusCode, headers?.['Retry-After'], problem.code]).toEqual([503, '2', 'sandbox_starting']);
    expect(problem.steps).toEqual([
      { step: 'ACCEPTED', at: noon },
      { step: 'TASK_RUNNING', at: noon },
    ]);
  });

  it('shows people a page without scripts that loads itself again', async () => {
    const sandbox = await scene.add(
      aRunningSandbox({ phase: 'BOOTING', step_times: { ACCEPTED: noon, TASK_REQUESTED: noon, TASK_RUNNING: noon } }),
    );

    const { statusCode, headers, body } = await scene.request(nameOf(sandbox), { headers: navigation });

    expect([statusCode, headers?.['Content-Type']]).toEqual([503, 'text/html; charset=utf-8']);
    expect(headers?.['Content-Security-Policy']).toMatch(/^default-src 'none'; style-src 'sha256-[^']+'; /);
    expect(headers).not.toHaveProperty('X-Frame-Options');
    expect(headers?.Refresh).toBe('2');
    expect(body).toContain('<li aria-current="step">Starting the agent</li>');
    expect(body).not.toMatch(/<script|sandbox_id|http:/);
  });
});

describe('the slow way › a paused sandbox', () => {
  it.each(['X-Session-API-Key', 'Authorization', 'session_api_key', 'tkn', 'Cookie'])(
    'resumes for its session key in %s, and records it',
    async (place) => {
      const sandbox = await paused();
      const key = await someKeys().sessionKey(sandbox);
      const inHeader: Record<string, string> = {
        'X-Session-API-Key': key,
        Authorization: `Bearer ${key}`,
        Cookie: `a=b; vscode-tkn=${key}`,
      };
      const given = inHeader[place];
      const request = given === undefined ? { uri: `/?${place}=${key}` } : { headers: { [place]: given } };

      const { statusCode, problem } = await scene.request(nameOf(sandbox, 'VSCODE'), request);

      expect([statusCode, problem.code]).toEqual([503, 'sandbox_starting']);
      expect(scene.row(sandbox)).toMatchObject({
        desired: 'RUNNING',
        wanted_generation: 2,
        woken_at: '2026-11-21T12:00:00.000Z',
        wakes: { day: '2026-11-21', with_key: 1, without_key: 0 },
        // A wake is a use: traffic counts for four hours from here.
        last_used_at: '2026-11-21T12:00:00.000Z',
        api_key_id: 'key000000001',
      });
      expect(scene.audited).toMatchObject([
        {
          ownerId: 'ann',
          actor: { type: 'address', name: 'session key' },
          action: 'sandbox.woken',
          resource: { sandbox_id: sandbox.sandbox_id },
          request: { sourceIp: '198.51.100.7' },
        },
      ]);
    },
  );

  it('resumes for an API key of its owner that can, which then bears the costs', async () => {
    const sandbox = await paused();
    const key = apiKeyOf('ann');

    await scene.request(nameOf(sandbox), { headers: { Authorization: `Bearer ${key}` } });

    expect(scene.row(sandbox)).toMatchObject({ desired: 'RUNNING', api_key_id: key.split('_')[1] });
    expect(scene.audited).toMatchObject([{ actor: { type: 'key', ownerId: 'ann', keyName: 'laptop' } }]);
  });

  it('takes an API key from headers only, from which the edge removes it before the sandbox sees it', async () => {
    const sandbox = await paused();
    const key = apiKeyOf('ann');

    for (const request of [{ uri: `/?session_api_key=${key}` }, { headers: { Cookie: `vscode-tkn=${key}` } }])
      expect((await scene.request(nameOf(sandbox, 'VSCODE'), request)).problem.code).toBe('sandbox_paused');
  });

  it("takes VS Code's parameter and cookie at its port only, and the cookie from no other origin", async () => {
    const sandbox = await paused();
    const key = await someKeys().sessionKey(sandbox);
    const headers = { Cookie: `vscode-tkn=${key}` };

    for (const request of [{ uri: `/?tkn=${key}` }, { headers }])
      expect((await scene.request(nameOf(sandbox), request)).problem.code).toBe('sandbox_paused');
    const origin = 'https://evil.example.com';
    const others: Record<string, string>[] = [{ Origin: origin }, { 'Sec-Fetch-Site': 'same-site' }];
    for (const other of others)
      expect(
        (await scene.request(nameOf(sandbox, 'VSCODE'), { method: 'POST', headers: { ...headers, ...other } })).problem
          .code,
      ).toBe('sandbox_paused');
    expect(scene.row(sandbox)?.desired).toBe('PAUSED');
  });

  it.each([
    ['another owner', 'eve', ['sandboxes:write']],
    ['an owner without the scope', 'ann', ['sandboxes:read']],
  ])('stays paused for an API key of %s', async (_, owner, scopes) => {
    const sandbox = await paused();
    const key = apiKeyOf(owner, scopes);

    const { statusCode, problem } = await scene.request(nameOf(sandbox), { headers: { 'X-Session-API-Key': key } });

    expect([statusCode, problem.code]).toEqual([409, 'sandbox_paused']);
    expect(scene.row(sandbox)?.desired).toBe('PAUSED');
  });

  it.each(['no key', 'a wrong key'])('stays paused with %s, and says only that it is paused', async (which) => {
    const sandbox = await paused();
    const headers: Record<string, string> =
      which === 'no key' ? {} : { 'X-Session-API-Key': `${await someKeys().sessionKey(sandbox)}x` };

    const { statusCode, headers: answered, problem } = await scene.request(nameOf(sandbox), { headers });

    expect([statusCode, problem.code]).toEqual([409, 'sandbox_paused']);
    expect(Object.keys(problem).toSorted()).toEqual(['code', 'detail', 'request_id', 'status', 'title', 'type']);
    expect(answered).toMatchObject({ 'Access-Control-Allow-Origin': '*', 'X-Sandbox-Edge': '1' });
    expect(scene.audited).toEqual([]);
  });

  it('stays paused for what a page fetches in the background, and resumes when a person opens it', async () => {
    const sandbox = await paused();
    const key = await keyOf(sandbox);

    const polled = await scene.request(nameOf(sandbox), { headers: { ...key, ...background } });
    const reloaded = await scene.request(nameOf(sandbox), {
      headers: { ...key, 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'same-origin' },
    });
    expect([polled.statusCode, reloaded.statusCode, scene.row(sandbox)?.desired]).toEqual([409, 409, 'PAUSED']);

    const opened = await scene.request(nameOf(sandbox), { headers: { ...key, ...navigation } });
    expect([opened.statusCode, scene.row(sandbox)?.desired]).toEqual([503, 'RUNNING']);
    expect(opened.body).toContain('The sandbox is starting');
  });

  it('resumes when a page in the background sends a change', async () => {
    const sandbox = await paused();

    await scene.request(nameOf(sandbox), { method: 'POST', headers: { ...(await keyOf(sandbox)), ...background } });

    expect(scene.row(sandbox)?.desired).toBe('RUNNING');
  });

  it('follows its policy for each port', async () => {
    const never = await paused({ wake: { AGENT_SERVER: 'never' } });
    const link = await paused({ wake: { AGENT_SERVER: 'link' } });
    const { problem } = await scene.request(nameOf(never), { headers: await keyOf(never) });
    const opened = await scene.request(nameOf(link));

    expect(problem.detail).toMatch(/do not resume it/);
    expect([scene.row(never)?.desired, scene.row(link)?.desired]).toEqual(['PAUSED', 'RUNNING']);
    expect([opened.statusCode, scene.audited.at(-1)?.actor]).toEqual([503, { type: 'address', name: 'link' }]);
  });

  it('says which limit refuses a resume, and not to strangers', async () => {
    scene.sandboxLimit = 1;
    await scene.add(aRunningSandbox());
    const sandbox = await paused({ wake: { AGENT_SERVER: 'link' } });

    const keyed = await scene.request(nameOf(sandbox), { headers: await keyOf(sandbox) });
    const stranger = await scene.request(nameOf(sandbox));
    const owner = await scene.request(nameOf(sandbox), { headers: { 'X-Session-API-Key': apiKeyOf('ann') } });

    expect([keyed.statusCode, keyed.problem.code]).toEqual([429, 'concurrency_limit_exceeded']);
    expect(keyed.problem).not.toHaveProperty('running_sandbox_ids');
    expect([stranger.statusCode, stranger.problem.code]).toEqual([429, 'start_refused']);
    expect(stranger.problem.detail).not.toMatch(/limit|budget|\d/);
    expect(owner.problem.running_sandbox_ids).toHaveLength(1);
    expect(scene.row(sandbox)?.desired).toBe('PAUSED');
  });

  it.each([
    ['with its session key', 'with_key', true],
    ['without a key', 'without_key', false],
  ] as const)('is not resumed more than 20 times a day %s', async (_, count, isKeyed) => {
    const wakes = { day: '2026-11-21', with_key: 0, without_key: 0, [count]: 20 };
    const sandbox = await paused({ wake: { AGENT_SERVER: 'link' }, wakes });
    const headers = isKeyed ? await keyOf(sandbox) : {};

    const { statusCode, problem, headers: answered } = await scene.request(nameOf(sandbox), { headers });
    expect([statusCode, problem.code, answered?.['Retry-After']]).toEqual([429, 'wake_limit_exceeded', '43200']);

    scene.clock.advance(43_200);
    await scene.request(nameOf(sandbox), { headers });
    expect(scene.row(sandbox)?.wakes).toEqual({ day: '2026-11-22', with_key: 0, without_key: 0, [count]: 1 });
  });

  it('is resumed for its session key when strangers have resumed it as often as they can', async () => {
    const wakes = { day: '2026-11-21', with_key: 3, without_key: 20 };
    const sandbox = await paused({ wake: { AGENT_SERVER: 'link' }, wakes });

    await scene.request(nameOf(sandbox), { headers: await keyOf(sandbox) });

    expect(scene.row(sandbox)).toMatchObject({ desired: 'RUNNING', wakes: { ...wakes, with_key: 4 } });
  });

  it('is resumed for an API key of its owner however often others have, and does not count that', async () => {
    const wakes = { day: '2026-11-21', with_key: 20, without_key: 20 };
    const sandbox = await paused({ wakes });

    await scene.request(nameOf(sandbox), { headers: { 'X-Session-API-Key': apiKeyOf('ann') } });

    expect(scene.row(sandbox)).toMatchObject({ desired: 'RUNNING', wakes });
  });

  it('stays expired when its workspace expires during the request', async () => {
    const sandbox = await paused();
    const save = scene.sandboxes.save.bind(scene.sandboxes);
    scene.sandboxes.save = async () => {
      scene.sandboxes.save = save;
      await save([{ previous: sandbox, next: { ...sandbox, phase: 'EXPIRED', version: sandbox.version + 1 } }]);
      throw new VersionConflictError('sandbox', sandbox.sandbox_id);
    };

    const { statusCode, problem } = await scene.request(nameOf(sandbox), { headers: await keyOf(sandbox) });

    expect([statusCode, problem.code, scene.row(sandbox)?.desired]).toEqual([410, 'gone', 'PAUSED']);
  });

  it('is not resumed by an IP address that has resumed too many', async () => {
    const sandbox = await paused();
    scene.fullFor = 77;

    const { statusCode, headers } = await scene.request(nameOf(sandbox), { headers: await keyOf(sandbox) });

    expect([statusCode, headers?.['Retry-After'], scene.row(sandbox)?.desired]).toEqual([429, '77', 'PAUSED']);
  });
});

describe('the slow way › an address that leads nowhere', () => {
  it.each([
    ['a deleted sandbox', { desired: 'DELETED', phase: 'DELETING' }, 410, 'gone'],
    ['an expired workspace', { desired: 'PAUSED', phase: 'EXPIRED', status_reason: workspaceExpired(30) }, 410, 'gone'],
    ['a failed sandbox', { desired: 'RUNNING', phase: 'ERROR' }, 503, 'sandbox_starting'],
    ['a sandbox that failed and rests', { desired: 'PAUSED', phase: 'ERROR' }, 409, 'sandbox_failed'],
  ] as const)('answers for %s', async (_, state, status, code) => {
    const sandbox = await scene.add(aRunningSandbox(state));

    const { statusCode, problem } = await scene.request(nameOf(sandbox));

    expect([statusCode, problem.code]).toEqual([status, code]);
  });

  it('answers 410 for an unknown sandbox and for a closed port', async () => {
    const sandbox = await scene.add(aRunningSandbox());
    const unknown = { ...sandbox, address_id: 'a'.repeat(16) };
    const closed = writeName({ keyNumber: 1, addressId: sandbox.address_id, port: 5173, slot: 8 }, nameKey.key);

    for (const name of [nameOf(unknown), closed]) {
      const { statusCode, problem } = await scene.request(name);
      expect([statusCode, problem.code]).toEqual([410, 'gone']);
    }
  });

  it('asks for the key of an opened port instead of redirecting for ever', async () => {
    const opened = { slot: 8, port: 5173, name: null, expires_at: null, opened_at: noon, opened_by: null } as const;
    const ports = [
      { ...opened, access: 'key', wake: 'key' },
      { ...opened, slot: 9, access: 'link', wake: 'link' },
    ] as const;
    const sandbox = await scene.add(aRunningSandbox({ opened_ports: [...ports] }));
    const nameAt = (slot: number) =>
      writeName({ keyNumber: 1, addressId: sandbox.address_id, port: 5173, slot }, nameKey.key);

    const stranger = await scene.request(nameAt(8), { headers: navigation });
    const keyed = await scene.request(nameAt(8), { headers: await keyOf(sandbox) });

    expect([stranger.statusCode, keyed.statusCode]).toEqual([401, 307]);
    expect(stranger.body).toContain('This port requires a key');
    expect((await scene.request(nameAt(9))).statusCode).toBe(307);
    // The edge admits neither of these, so that a redirect would come back.
    const key = await someKeys().sessionKey(sandbox);
    for (const request of [{ uri: `/?tkn=${key}` }, { headers: { Cookie: `vscode-tkn=${key}` } }])
      expect((await scene.request(nameAt(8), request)).statusCode).toBe(401);
  });

  it('answers 403 to a name that this deployment did not sign', async () => {
    const sandbox = await paused({ wake: { AGENT_SERVER: 'link' } });
    const name = nameOf(sandbox);
    const forged = `${name.slice(0, -1)}${name.endsWith('a') ? 'b' : 'a'}`;

    for (const text of [forged, name.slice(1), '%', '']) {
      const { statusCode, problem } = await scene.request(text);
      expect([statusCode, problem.code]).toEqual([403, 'sandbox_address_invalid']);
    }
    expect(scene.row(sandbox)?.desired).toBe('PAUSED');
  });

  it.each<[string, (name: string) => Record<string, string>]>([
    ['has no proof of the edge', () => ({ 'X-Sandbox-Proof': '' })],
    ['invents an address', () => ({ 'X-Sandbox-Viewer': '203.0.113.9' })],
    [
      'has the proof of another name',
      (name) => ({ 'X-Sandbox-Proof': proofOf(`${name.slice(0, -1)}${name.endsWith('a') ? 'b' : 'a'}`) }),
    ],
    ['has a proof of five minutes ago', (name) => ({ 'X-Sandbox-Proof': proofOf(name, -300) })],
    ['has a proof with another key', (name) => ({ 'X-Sandbox-Proof': proofOf(name, 0, 'another key') })],
  ])('answers 403 to a request that %s, and reads and counts nothing', async (_case, headersOf) => {
    const sandbox = await paused({ wake: { AGENT_SERVER: 'link' } });
    const name = nameOf(sandbox);
    const read: string[] = [];
    scene.keys = { find: async (id) => void read.push(id) as never };
    scene.sandboxes.find = async () => {
      throw new Error('it read the sandbox');
    };

    const { statusCode, problem } = await scene.request(name, { headers: headersOf(name) });

    expect([statusCode, problem.code, read]).toEqual([403, 'sandbox_address_invalid', []]);
    expect(scene.row(sandbox)?.desired).toBe('PAUSED');
  });

  it('answers a preflight, so that a page of another origin reads the reason', async () => {
    const { statusCode, headers } = await scene.request('x', {
      method: 'OPTIONS',
      headers: { 'Access-Control-Request-Headers': 'x-session-api-key' },
    });

    expect(statusCode).toBe(204);
    expect(headers).toMatchObject({
      'Access-Control-Allow-Origin': '*',
      'Access-Control-Allow-Headers': 'x-session-api-key',
      'Access-Control-Allow-Methods': expect.stringContaining('DELETE'),
    });
  });
});
