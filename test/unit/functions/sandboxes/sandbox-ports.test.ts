import { beforeEach, describe, expect, it } from 'vitest';
import { changeSandboxPort } from '../../../../functions/sandboxes/change-sandbox-port.ts';
import { closeSandboxPort } from '../../../../functions/sandboxes/close-sandbox-port.ts';
import { listSandboxPorts } from '../../../../functions/sandboxes/list-sandbox-ports.ts';
import { openSandboxPort } from '../../../../functions/sandboxes/open-sandbox-port.ts';
import type { Scope } from '../../../../shared/contract/shapes/scopes.ts';
import type { EdgeSandbox } from '../../../../shared/domain/sandboxes/edge/edge-entries.ts';
import { nameIn } from '../../../../shared/domain/sandboxes/ingress/name.ts';
import {
  EdgePortAddresses,
  noPortAddresses,
  type PortAddresses,
} from '../../../../shared/domain/sandboxes/ports/port-addresses.ts';
import { changed, type Sandbox } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { SandboxStore } from '../../../../shared/domain/sandboxes/store/sandbox-store.ts';
import type { ClaimDeps } from '../../../../shared/http/idempotency/attempt.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import { SettableClock } from '../../../support/platform/settable-clock.ts';
import { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { aRunningSandbox } from '../../../support/sandboxes/sandbox-data.ts';

const clock = new SettableClock('2026-11-21T13:00:00.000Z');
const key = { number: 3, key: 'the third' };
const onHosts = new EdgePortAddresses({ forNames: async () => key }, 'https://{label}.sandboxes.example.com');

let sandboxes: MemorySandboxStore;
let refreshed: EdgeSandbox[];
let sandbox: Sandbox;

beforeEach(async () => {
  clock.set('2026-11-21T13:00:00.000Z');
  sandboxes = new MemorySandboxStore(clock.now);
  refreshed = [];
  sandbox = aRunningSandbox();
  await sandboxes.save([{ previous: null, next: sandbox }]);
});

function deps(addresses: PortAddresses = onHosts) {
  const refresh = async (row: EdgeSandbox) => void refreshed.push(row);
  return { sandboxes, edge: { refresh }, addresses, now: clock.now };
}

const row = async () => (await sandboxes.find('ann', sandbox.sandbox_id)) as Sandbox;
const at = (port_id?: string) => ({ params: { sandbox_id: sandbox.sandbox_id, ...(port_id && { port_id }) } });
const open = (body: object, others: object = {}) => invoke(openSandboxPort, deps(), { ...at(), body, ...others });
const change = (id: string, body: object) => invoke(changeSandboxPort, deps(), { ...at(id), body });
const close = (id: string) => invoke(closeSandboxPort, deps(), at(id));
const list = async (scopes?: readonly Scope[]) =>
  (await invoke(listSandboxPorts, deps(), { ...at(), ...(scopes && { caller: { scopes } }) })).body.items;

describe('POST …/ports', () => {
  it('gives a port a URL of its own, for requests with the session key', async () => {
    const { status, body, headers } = await open({ port: 3000 });

    expect(status).toBe(201);
    expect(headers.Location).toMatch(new RegExp(`/api/v1/sandboxes/${sandbox.sandbox_id}/ports/8$`));
    const { url, ...others } = body;
    expect(others).toEqual({
      id: '8',
      port: 3000,
      name: null,
      access: 'key',
      wake: 'never',
      expires_at: null,
      opened_at: '2026-11-21T13:00:00.000Z',
      opened_by: 'key000000001',
      warning: null,
    });
    expect(url).toMatch(/^https:\/\/[a-z2-7]{48}\.sandboxes\.example\.com$/);
    expect(nameIn(url)).toEqual({ keyNumber: 3, addressId: sandbox.address_id, port: 3000, slot: 8 });
  });

  it('asks the edge for the current entry, after the row is written', async () => {
    await open({ port: 3000 });

    expect(refreshed).toEqual([await row()]);
  });

  it('works while the sandbox is paused', async () => {
    await sandboxes.save([{ previous: sandbox, next: changed(sandbox, clock.now(), { desired: 'PAUSED' }) }]);

    expect((await open({ port: 3000 })).status).toBe(201);
  });

  it('uses no slot twice, so that the URL of a closed port stays dead', async () => {
    const first = await open({ port: 3000 });
    await close(first.body.id);
    const second = await open({ port: 3000 });

    expect([first.body.id, second.body.id]).toEqual(['8', '9']);
    expect(second.body.url).not.toBe(first.body.url);
  });

  it('warns about a URL that opens the port without a key', async () => {
    const link = await open({ port: 3000, access: 'link' });
    const everyone = await open({ port: 3000, access: 'public' });

    expect(link.body.warning).toMatch(/^Everyone who has this URL can use what listens on port 3000 without a key\./);
    expect(everyone.body.warning).toMatch(/^Everyone can use what listens on port 3000 without a key\./);
  });

  it('makes a port public only for a key with the scope sandboxes:share', async () => {
    const caller = { scopes: ['sandboxes:write'] } as const;

    const refused = await open({ port: 3000, access: 'public' }, { caller });
    const link = await open({ port: 3000, access: 'link' }, { caller });

    expect([refused.status, refused.body.code, refused.body.required_scope]).toEqual([
      403,
      'insufficient_scope',
      'sandboxes:share',
    ]);
    expect(link.status).toBe(201);
    expect((await row()).opened_ports).toHaveLength(1);
  });

  it('refuses the ports of the spec, which have URLs already', async () => {
    const { status, body } = await open({ port: 8001 });

    expect([status, body.code, body.detail]).toEqual([409, 'conflict', expect.stringContaining('the port VSCODE')]);
  });

  it('refuses more than 20 open ports; closed and expired ones make room', async () => {
    for (let port = 3000; port < 3020; port += 1) await open({ port, ...(port === 3019 && { expires_in: 60 }) });
    const beyond = await open({ port: 4000 });
    clock.advance(61);

    expect([beyond.status, beyond.body.detail]).toEqual([409, expect.stringContaining('has 20 open ports')]);
    expect((await open({ port: 4000 })).status).toBe(201);
    await close('8');
    expect((await open({ port: 4001 })).status).toBe(201);
    expect((await row()).opened_ports).toHaveLength(20);
  });

  it('refuses a port when all addresses of the sandbox have been used', async () => {
    await sandboxes.save([{ previous: sandbox, next: changed(sandbox, clock.now(), { next_slot: 255 }) }]);

    const last = await open({ port: 3000 });
    await close(last.body.id);
    const beyond = await open({ port: 3000 });

    expect([last.body.id, beyond.status, beyond.body.code]).toEqual(['255', 409, 'conflict']);
  });

  it('refuses in a deployment without a domain for sandboxes, and says why', async () => {
    const onPath = new EdgePortAddresses(
      { forNames: async () => key },
      'https://d111111abcdef8.cloudfront.net/{label}',
    );
    for (const addresses of [onPath, noPortAddresses]) {
      const { status, body } = await invoke(openSandboxPort, deps(addresses), { ...at(), body: { port: 3000 } });

      expect([status, body.code, body.detail]).toEqual([409, 'conflict', expect.stringContaining('sandboxDomain')]);
    }
    expect((await row()).opened_ports).toEqual([]);
  });

  it.each([{ port: 1023 }, { port: 65_536 }, {}, { port: 3000, access: 'all' }, { port: 3000, expires_in: 59 }])(
    'refuses %j',
    async (body) => {
      expect((await open(body)).status).toBe(422);
    },
  );

  it('responds 404 for a sandbox of another owner, like for one that never existed', async () => {
    const caller = { ownerId: 'bob' };

    for (const operation of [openSandboxPort, listSandboxPorts] as const)
      expect(
        (await invoke(operation as never, deps() as never, { ...at(), body: { port: 3000 }, caller })).status,
      ).toBe(404);
    expect((await row()).opened_ports).toEqual([]);
  });

  it('decides again when another request changes the sandbox at the same time', async () => {
    const opened_ports = [{ ...somePort, slot: 8 }];
    let tries = 0;
    const find: SandboxStore['find'] = async (...of) => {
      const read = await sandboxes.find(...of);
      tries += 1;
      if (read && tries === 1)
        await sandboxes.save([{ previous: read, next: changed(read, clock.now(), { opened_ports, next_slot: 9 }) }]);
      return read;
    };
    const save: SandboxStore['save'] = (...changes) => sandboxes.save(...changes);

    const { body } = await invoke(
      openSandboxPort,
      { ...deps(), sandboxes: { find, save } },
      { ...at(), body: { port: 3000 } },
    );

    expect(tries).toBe(2);
    expect(body.id).toBe('9');
    expect((await row()).opened_ports.map(({ slot, port }) => [slot, port])).toEqual([
      [8, 4000],
      [9, 3000],
    ]);
    expect(refreshed).toHaveLength(1);
  });

  it('opens one port for a repeated Idempotency-Key', async () => {
    const claims: ClaimDeps = { claims: new MemoryClaimStore(), now: clock.now };
    const once = { claims, headers: { 'Idempotency-Key': 'one' } };

    const first = await open({ port: 3000, access: 'link' }, once);
    const second = await open({ port: 3000, access: 'link' }, once);

    expect(second.body).toEqual(first.body);
    expect((await row()).opened_ports).toHaveLength(1);
  });
});

const somePort = {
  port: 4000,
  name: null,
  access: 'key',
  wake: 'never',
  expires_at: null,
  opened_at: '2026-11-21T13:00:00.000Z',
  opened_by: null,
} as const;

describe('GET …/ports', () => {
  it('lists open ports, oldest first, without closed and expired ones', async () => {
    await open({ port: 3000, name: 'preview' });
    await open({ port: 3001, expires_in: 60 });
    await open({ port: 3002 });
    await close('8');
    await open({ port: 3003 });
    clock.advance(60);

    expect((await list()).map(({ id, port }: { id: string; port: number }) => [id, port])).toEqual([
      ['10', 3002],
      ['11', 3003],
    ]);
  });

  it('shows URLs to keys that see session keys, and public ones to all', async () => {
    for (const access of ['key', 'link', 'public']) await open({ port: 3000, access });
    const shown = (items: readonly { url: string | null }[]) => items.map(({ url }) => url !== null);

    expect(shown(await list(['sandboxes:read']))).toEqual([false, false, true]);
    expect(shown(await list(['sandboxes:read', 'sandboxes:write']))).toEqual([true, true, true]);
  });
});

describe('PATCH …/ports/{port_id}', () => {
  it('changes what is sent, keeps the URL, and asks the edge for the current entry', async () => {
    const opened = await open({ port: 3000, name: 'old', expires_in: 60 });

    const renamed = await change('8', { name: 'new', access: 'link', wake: 'link' });
    const lasting = await change('8', { expires_in: null });

    expect(renamed.body).toMatchObject({
      name: 'new',
      access: 'link',
      wake: 'link',
      url: opened.body.url,
      expires_at: '2026-11-21T13:01:00.000Z',
    });
    expect(lasting.body).toMatchObject({ name: 'new', expires_at: null });
    expect(refreshed).toHaveLength(3);
  });

  it('makes a port public only for a key with the scope sandboxes:share', async () => {
    await open({ port: 3000 });
    const caller = { scopes: ['sandboxes:write'] } as const;
    const body = { access: 'public' };

    const { status } = await invoke(changeSandboxPort, deps(), { ...at('8'), body, caller });

    expect([status, (await list())[0].access]).toEqual([403, 'key']);
  });

  it('responds 404 for a port that is closed or has expired', async () => {
    await open({ port: 3000, expires_in: 60 });
    clock.advance(60);

    expect((await change('8', { name: 'late' })).status).toBe(404);
    expect((await change('200', {})).status).toBe(404);
  });
});

describe('DELETE …/ports/{port_id}', () => {
  it('closes the port and asks the edge for the current entry', async () => {
    await open({ port: 3000 });

    expect((await close('8')).body).toEqual({ success: true });
    expect(await list()).toEqual([]);
    expect(refreshed.at(-1)).toEqual(await row());
  });

  it('asks the edge again when it is repeated, as the first request can have changed the row alone', async () => {
    await open({ port: 3000 });
    await close('8');
    refreshed = [];

    expect((await close('8')).status).toBe(404);
    expect(refreshed).toEqual([await row()]);
    expect((await close('9')).status).toBe(404);
    expect(refreshed).toHaveLength(1);
  });
});
