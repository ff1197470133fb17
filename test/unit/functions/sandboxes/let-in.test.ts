import { beforeEach, describe, expect, it } from 'vitest';
import { writeName } from '../../../../shared/domain/sandboxes/ingress/name.ts';
import { admittedPort, isAdmission } from '../../../../shared/domain/sandboxes/ports/admission.ts';
import { EdgePortAddresses } from '../../../../shared/domain/sandboxes/ports/port-addresses.ts';
import type { OpenedPort } from '../../../../shared/domain/sandboxes/record/opened-port.ts';
import type { Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { someKeys } from '../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox, noon } from '../../../support/sandboxes/sandbox-data.ts';
import { nameKey, WakingScene } from '../../../support/sandboxes/waking-scene.ts';

let scene: WakingScene;
beforeEach(() => {
  scene = new WakingScene();
});

const navigation = { 'Sec-Fetch-Mode': 'navigate', 'Sec-Fetch-Site': 'cross-site', 'Sec-Fetch-User': '?1' };
const addresses = new EdgePortAddresses({ forNames: async () => nameKey }, 'https://{label}.sandboxes.example.com');
const port: OpenedPort = {
  ...{ slot: 8, port: 5173, name: null, access: 'key', wake: 'key' },
  ...{ expires_at: null, opened_at: noon, opened_by: null },
};

const withPorts = (more: Partial<Sandbox> = {}) =>
  scene.add(aRunningSandbox({ opened_ports: [port, { ...port, slot: 9, access: 'link' }], ...more }));

const nameAt = ({ address_id: addressId }: Sandbox, slot = 8) =>
  writeName({ keyNumber: 1, addressId, port: 5173, slot }, nameKey.key);

/** The path and query of a link to a page. */
async function linkOf(sandbox: Sandbox, { path = '/a?b=1', slot = 8, seconds = 60 } = {}): Promise<string> {
  const endsAt = scene.clock.now().getTime() / 1000 + seconds;
  const linkTo = await addresses.links();
  const { pathname, search } = new URL(linkTo?.(sandbox, { ...port, slot }, path, endsAt) ?? '');
  return pathname + search;
}

const follow = (name: string, uri: string, method = 'GET') => scene.request(name, { uri, method, headers: navigation });

/** The cookie of a browser that has just been let in. */
async function cookieOf(sandbox: Sandbox): Promise<string> {
  const { headers } = await follow(nameAt(sandbox), await linkOf(sandbox));
  return String(headers?.['Set-Cookie']).split(';')[0] ?? '';
}

describe('a link to an opened port', () => {
  it('gives the browser the cookie that the edge asks for, and shows the page', async () => {
    const sandbox = await withPorts();

    const { statusCode, headers } = await follow(nameAt(sandbox), await linkOf(sandbox));

    expect([statusCode, headers?.Location, headers?.['Cache-Control']]).toEqual([303, '/a?b=1', 'no-store']);
    const [cookie, ...attributes] = String(headers?.['Set-Cookie']).split('; ');
    expect(attributes).toEqual(['Path=/', 'Max-Age=43200', 'Secure', 'HttpOnly', 'SameSite=Lax']);
    const [name, value = ''] = cookie?.split('=') ?? [];
    expect(name).toBe('__Host-sandbox-port');
    expect(isAdmission(value, admittedPort(sandbox, 8), scene.clock.now(), nameKey.key)).toBe(true);
    scene.clock.advance(12 * 60 * 60);
    expect(isAdmission(value, admittedPort(sandbox, 8), scene.clock.now(), nameKey.key)).toBe(false);
  });

  it('shows the page of a port that asks for no key, without a cookie', async () => {
    const sandbox = await withPorts();

    const { statusCode, headers } = await follow(nameAt(sandbox, 9), await linkOf(sandbox, { slot: 9 }));

    expect([statusCode, headers?.Location, headers?.['Set-Cookie']]).toEqual([303, '/a?b=1', undefined]);
  });

  it.each<[string, (sandbox: Sandbox) => Promise<string> | string]>([
    ['has ended', (sandbox) => linkOf(sandbox, { seconds: 0 })],
    ['is of another port', (sandbox) => linkOf(sandbox, { slot: 9 })],
    ['is of another sandbox', () => linkOf(aRunningSandbox())],
    ['is of an older session key', (sandbox) => linkOf({ ...sandbox, edge_key_hash: 'older' })],
    ['leads to another page', async (sandbox) => (await linkOf(sandbox)).replace('path=%2Fa', 'path=%2Fb')],
    ['ends later', async (sandbox) => (await linkOf(sandbox)).replace(/token=\d+/, 'token=9999999999')],
    ['has no token', () => '/_sandbox/open?path=%2F'],
    [
      'has a cookie as its token',
      async (sandbox) => `/_sandbox/open?token=${(await cookieOf(sandbox)).split('=')[1]}&path=`,
    ],
    ['is empty', () => '/_sandbox/open'],
  ])('that %s is refused with a page that says how to open the port', async (_case, uriOf) => {
    const sandbox = await withPorts();

    const { statusCode, headers, body } = await follow(nameAt(sandbox), await uriOf(sandbox));

    expect([statusCode, headers?.['Set-Cookie'], headers?.Location]).toEqual([401, undefined, undefined]);
    expect(body).toContain('open-in-browser');
  });

  it('leads nowhere once the port is closed or has expired, or the sandbox is deleted', async () => {
    const expired = await withPorts({ opened_ports: [{ ...port, expires_at: noon }] });
    const closed = await withPorts({ opened_ports: [] });
    const deleted = await withPorts({ desired: 'DELETED' });

    for (const sandbox of [expired, closed, deleted])
      expect((await follow(nameAt(sandbox), await linkOf(sandbox))).statusCode).toBe(410);
  });

  it('admits nothing while the sandbox has no session key', async () => {
    const sandbox = await withPorts({ session_rotates: true, edge_key_hash: null });

    const { statusCode, headers } = await follow(nameAt(sandbox), await linkOf(sandbox));

    expect([statusCode, headers?.['Set-Cookie']]).toEqual([303, undefined]);
  });

  it('works only where the port has its address, and not at ports of the spec', async () => {
    const sandbox = await withPorts();
    const spec = writeName({ keyNumber: 1, addressId: sandbox.address_id, port: 8000, slot: 0 }, nameKey.key);

    const { statusCode, headers } = await follow(spec, await linkOf(sandbox));

    expect([statusCode, headers?.['Set-Cookie']]).toEqual([307, undefined]);
  });
});

describe('a URL of an opened port with the session key in it', () => {
  const keyOf = (sandbox: Sandbox) => someKeys().sessionKey(sandbox);

  it('leads a browser to the URL without the key, with the cookie of a link', async () => {
    const sandbox = await withPorts();
    const uri = `/a?b=1&session_api_key=${await keyOf(sandbox)}&c=%26`;

    const { statusCode, headers } = await follow(nameAt(sandbox), uri);

    expect([statusCode, headers?.Location]).toEqual([303, '/a?b=1&c=%26']);
    const value = String(headers?.['Set-Cookie']).split(';')[0]?.split('=')[1] ?? '';
    expect(isAdmission(value, admittedPort(sandbox, 8), scene.clock.now(), nameKey.key)).toBe(true);
  });

  it('leads to the path alone without another query, and without a cookie where none is asked for', async () => {
    const sandbox = await withPorts();

    const { statusCode, headers } = await follow(nameAt(sandbox, 9), '/a?session_api_key=any');

    expect([statusCode, headers?.Location, headers?.['Set-Cookie']]).toEqual([303, '/a', undefined]);
  });

  it('admits no browser with another key, and none while the sandbox is paused', async () => {
    const running = await withPorts();
    const paused = await withPorts({ desired: 'PAUSED', phase: 'PAUSED', exposed_urls: null });

    const wrong = await follow(nameAt(running), '/?session_api_key=x');
    const early = await follow(nameAt(paused), `/?session_api_key=${await keyOf(paused)}x`);

    expect([wrong.statusCode, early.statusCode]).toEqual([401, 409]);
    for (const { headers } of [wrong, early]) expect(headers).not.toHaveProperty('Set-Cookie');
  });

  it('is as good as any other for programs, and unchanged at ports of the spec', async () => {
    const sandbox = await withPorts();
    const uri = `/a?session_api_key=${await keyOf(sandbox)}`;
    const spec = writeName({ keyNumber: 1, addressId: sandbox.address_id, port: 8000, slot: 0 }, nameKey.key);

    expect((await scene.request(nameAt(sandbox), { uri })).headers?.Location).toBe(uri);
    expect((await follow(spec, uri)).headers?.Location).toBe(uri);
  });
});

describe('the cookie of an opened port', () => {
  const paused = { desired: 'PAUSED', phase: 'PAUSED', exposed_urls: null, api_key_id: 'key000000001' } as const;

  it('is as good as the session key for requests that the edge could not forward', async () => {
    const sandbox = await withPorts();

    const { statusCode } = await scene.request(nameAt(sandbox), { headers: { cookie: await cookieOf(sandbox) } });

    expect(statusCode).toBe(307);
  });

  it('resumes the paused sandbox, but not for a page of another origin, and no other port', async () => {
    const sandbox = await withPorts(paused);
    const cookie = await cookieOf(sandbox);
    const ask = (slot: number, headers: Record<string, string> = {}) =>
      scene.request(nameAt(sandbox, slot), { headers: { cookie: `a=1; ${cookie}`, ...headers } });

    expect((await ask(9)).statusCode).toBe(409);
    expect((await ask(8, { Origin: 'https://evil.example.com' })).statusCode).toBe(409);
    expect((await ask(8, { 'Sec-Fetch-Site': 'same-site', 'Sec-Fetch-Mode': 'no-cors' })).statusCode).toBe(409);
    expect(scene.row(sandbox)?.desired).toBe('PAUSED');
    expect((await ask(8)).statusCode).toBe(503);
    expect(scene.row(sandbox)?.desired).toBe('RUNNING');
  });
});
