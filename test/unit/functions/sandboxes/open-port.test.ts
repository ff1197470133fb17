import { beforeEach, describe, expect, it } from 'vitest';
import { listSandboxPorts } from '../../../../functions/sandboxes/list-sandbox-ports.ts';
import { openSandboxPort } from '../../../../functions/sandboxes/open-sandbox-port.ts';
import { nameIn } from '../../../../shared/domain/sandboxes/ingress/name.ts';
import { noPortAddresses } from '../../../../shared/domain/sandboxes/ports/port-addresses.ts';
import { changed } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import type { ClaimDeps } from '../../../../shared/http/idempotency/attempt.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { MemoryClaimStore } from '../../../support/http/memory-claim-store.ts';
import type { MemorySandboxStore } from '../../../support/sandboxes/memory-sandbox-store.ts';
import { onPaths, PortScene } from '../../../support/sandboxes/port-scene.ts';

let scene: PortScene;
beforeEach(() => {
  scene = new PortScene();
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

describe('POST …/ports', () => {
  it('refuses a port that the edge of this deployment does not reach, and names the range', async () => {
    const deps = { ...scene.deps(), range: [8000, 8012] };
    const open = (port: number) => invoke(openSandboxPort, deps, { ...scene.at(), body: { port } });

    const { status, body } = await open(8013);

    expect([status, body.detail]).toEqual([409, expect.stringMatching(/only the ports 8000 to 8012\..*sandboxPorts/)]);
    expect([(await open(7999)).status, (await open(8012)).status]).toEqual([409, 201]);
  });

  it('gives a port a URL of its own, for requests with the session key', async () => {
    const { status, body, headers } = await scene.open({ port: 3000 });

    expect(status).toBe(201);
    expect(headers.Location).toMatch(new RegExp(`/api/v1/sandboxes/${scene.sandbox.sandbox_id}/ports/8$`));
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
    expect(nameIn(url)).toEqual({ keyNumber: 3, addressId: scene.sandbox.address_id, port: 3000, slot: 8 });
  });

  it('asks the edge for the current entry, after the row is written', async () => {
    await scene.open({ port: 3000 });

    expect(scene.refreshed).toEqual([await scene.row()]);
  });

  it('works while the sandbox is paused', async () => {
    await scene.sandboxes.save([
      { previous: scene.sandbox, next: changed(scene.sandbox, scene.clock.now(), { desired: 'PAUSED' }) },
    ]);

    expect((await scene.open({ port: 3000 })).status).toBe(201);
  });

  it('uses no slot twice, so that the URL of a closed port stays dead', async () => {
    const first = await scene.open({ port: 3000 });
    await scene.close(first.body.id);
    const second = await scene.open({ port: 3000 });

    expect([first.body.id, second.body.id]).toEqual(['8', '9']);
    expect(second.body.url).not.toBe(first.body.url);
  });

  it('warns about a URL that opens the port without a key', async () => {
    const link = await scene.open({ port: 3000, access: 'link' });
    const everyone = await scene.open({ port: 3000, access: 'public' });

    expect(link.body.warning).toMatch(/^Anyone who has this URL can use the app on port 3000 without a key\./);
    expect(everyone.body.warning).toMatch(/^Anyone can use the app on port 3000 without a key\./);
  });

  it('makes a port public only for a key with the scope sandboxes:share', async () => {
    const caller = { scopes: ['sandboxes:write'] } as const;

    const refused = await scene.open({ port: 3000, access: 'public' }, { caller });
    const link = await scene.open({ port: 3000, access: 'link' }, { caller });

    expect([refused.status, refused.body.code, refused.body.required_scope]).toEqual([
      403,
      'insufficient_scope',
      'sandboxes:share',
    ]);
    expect(link.status).toBe(201);
    expect((await scene.row()).opened_ports).toHaveLength(1);
  });

  it('refuses the ports of the spec, which have URLs already', async () => {
    const { status, body } = await scene.open({ port: 8001 });

    expect([status, body.code, body.detail]).toEqual([409, 'conflict', expect.stringContaining('its VSCODE port')]);
  });

  it('refuses more than 20 open ports; closed and expired ones make room', async () => {
    for (let port = 3000; port < 3020; port += 1) await scene.open({ port, ...(port === 3019 && { expires_in: 60 }) });
    const beyond = await scene.open({ port: 4000 });
    scene.clock.advance(61);

    expect([beyond.status, beyond.body.detail]).toEqual([409, expect.stringContaining('has 20 open ports')]);
    expect((await scene.open({ port: 4000 })).status).toBe(201);
    await scene.close('8');
    expect((await scene.open({ port: 4001 })).status).toBe(201);
    expect((await scene.row()).opened_ports).toHaveLength(20);
  });

  it('refuses a port when all addresses of the sandbox have been used', async () => {
    await scene.sandboxes.save([
      { previous: scene.sandbox, next: changed(scene.sandbox, scene.clock.now(), { next_slot: 255 }) },
    ]);

    const last = await scene.open({ port: 3000 });
    await scene.close(last.body.id);
    const beyond = await scene.open({ port: 3000 });

    expect([last.body.id, beyond.status, beyond.body.code]).toEqual(['255', 409, 'conflict']);
  });

  it.each([
    ['without a domain for sandboxes', onPaths, 'set sandboxDomain'],
    ['without lasting addresses', noPortAddresses, 'set ingress to cloudfront'],
  ])('refuses in a deployment %s, and says why', async (_case, addresses, remedy) => {
    const request = { ...scene.at(), body: { port: 3000 } };

    const { status, body } = await invoke(openSandboxPort, scene.deps(addresses), request);

    expect([status, body.code, body.detail]).toEqual([409, 'conflict', expect.stringContaining(remedy)]);
    expect((await scene.row()).opened_ports).toEqual([]);
  });

  it.each([{ port: 1023 }, { port: 65_536 }, {}, { port: 3000, access: 'all' }, { port: 3000, expires_in: 59 }])(
    'refuses %j',
    async (body) => {
      expect((await scene.open(body)).status).toBe(422);
    },
  );

  it('responds 404 for a sandbox of another owner, like for one that never existed', async () => {
    const caller = { ownerId: 'bob' };

    const opened = await scene.open({ port: 3000 }, { caller });
    const listed = await invoke(listSandboxPorts, scene.deps(), { ...scene.at(), caller });

    expect([opened.status, listed.status]).toEqual([404, 404]);
    expect((await scene.row()).opened_ports).toEqual([]);
  });

  it('decides again when another request changes the sandbox at the same time', async () => {
    const opened_ports = [{ ...somePort, slot: 8 }];
    let tries = 0;
    const find: MemorySandboxStore['find'] = async (...of) => {
      const read = await scene.sandboxes.find(...of);
      tries += 1;
      if (read && tries === 1)
        await scene.sandboxes.save([
          { previous: read, next: changed(read, scene.clock.now(), { opened_ports, next_slot: 9 }) },
        ]);
      return read;
    };
    const save: MemorySandboxStore['save'] = (...changes) => scene.sandboxes.save(...changes);

    const { body } = await invoke(
      openSandboxPort,
      { ...scene.deps(), sandboxes: { find, save } },
      { ...scene.at(), body: { port: 3000 } },
    );

    expect(tries).toBe(2);
    expect(body.id).toBe('9');
    expect((await scene.row()).opened_ports.map(({ slot, port }) => [slot, port])).toEqual([
      [8, 4000],
      [9, 3000],
    ]);
    expect(scene.refreshed).toHaveLength(1);
  });

  it('opens one port for a repeated Idempotency-Key', async () => {
    const claims: ClaimDeps = { claims: new MemoryClaimStore(), now: scene.clock.now };
    const once = { claims, headers: { 'Idempotency-Key': 'one' } };

    const first = await scene.open({ port: 3000, access: 'link' }, once);
    const second = await scene.open({ port: 3000, access: 'link' }, once);

    expect(second.body).toEqual(first.body);
    expect((await scene.row()).opened_ports).toHaveLength(1);
  });
});
