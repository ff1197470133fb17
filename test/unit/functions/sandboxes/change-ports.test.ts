import { beforeEach, describe, expect, it } from 'vitest';
import { listSandboxPorts } from '../../../../functions/sandboxes/list-sandbox-ports.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { PortScene } from '../../../support/sandboxes/port-scene.ts';

let scene: PortScene;
beforeEach(() => {
  scene = new PortScene();
});

describe('GET …/ports', () => {
  it('lists open ports, oldest first, without closed and expired ones', async () => {
    await scene.open({ port: 3000, name: 'preview' });
    await scene.open({ port: 3001, expires_in: 60 });
    await scene.open({ port: 3002 });
    await scene.close('8');
    await scene.open({ port: 3003 });
    scene.clock.advance(60);

    expect((await scene.list()).map(({ id, port }: { id: string; port: number }) => [id, port])).toEqual([
      ['10', 3002],
      ['11', 3003],
    ]);
  });

  it('shows URLs to keys that see session keys, and public ones to all', async () => {
    for (const access of ['key', 'link', 'public']) await scene.open({ port: 3000, access });
    const shown = (items: readonly { url: string | null }[]) => items.map(({ url }) => url !== null);

    expect(shown(await scene.list(['sandboxes:read']))).toEqual([false, false, true]);
    expect(shown(await scene.list(['sandboxes:read', 'sandboxes:write']))).toEqual([true, true, true]);
  });
});

describe('GET …/ports?listening=true', () => {
  const list = (query: Record<string, string>) =>
    invoke(listSandboxPorts, scene.deps(), { ...scene.at(), query }).then(({ body }) => body.listening);

  it('says what listens in the sandbox, and otherwise asks it nothing', async () => {
    expect(await list({ listening: 'true' })).toEqual([{ port: 3000, process: 'node', loopback_only: false }]);
    expect([await list({}), await list({ listening: 'false' })]).toEqual([null, null]);
  });

  it('lists the ports without it when the sandbox does not say so', async () => {
    await scene.open({ port: 3000 });
    scene.listening = null;

    const { status, body } = await invoke(listSandboxPorts, scene.deps(), {
      ...scene.at(),
      query: { listening: 'true' },
    });

    expect([status, body.listening, body.items[0].port]).toEqual([200, null, 3000]);
  });
});

describe('PATCH …/ports/{port_id}', () => {
  it('changes what is sent, keeps the URL, and asks the edge for the current entry', async () => {
    const opened = await scene.open({ port: 3000, name: 'old', expires_in: 60 });

    const renamed = await scene.change('8', { name: 'new', access: 'link', wake: 'link' });
    const lasting = await scene.change('8', { expires_in: null });

    expect(renamed.body).toMatchObject({
      name: 'new',
      access: 'link',
      wake: 'link',
      url: opened.body.url,
      expires_at: '2026-11-21T13:01:00.000Z',
    });
    expect(lasting.body).toMatchObject({ name: 'new', expires_at: null });
    expect(scene.refreshed).toHaveLength(3);
  });

  it('makes a port public only for a key with the scope sandboxes:share', async () => {
    await scene.open({ port: 3000 });
    const caller = { scopes: ['sandboxes:write'] } as const;
    const body = { access: 'public' };

    const { status } = await scene.change('8', body, { caller });

    expect([status, (await scene.list())[0].access]).toEqual([403, 'key']);
  });

  it('responds 404 for a port that is closed or has expired', async () => {
    await scene.open({ port: 3000, expires_in: 60 });
    scene.clock.advance(60);

    expect((await scene.change('8', { name: 'late' })).status).toBe(404);
    expect((await scene.change('200', {})).status).toBe(404);
  });
});

describe('DELETE …/ports/{port_id}', () => {
  it('closes the port and asks the edge for the current entry', async () => {
    await scene.open({ port: 3000 });

    expect((await scene.close('8')).body).toEqual({ success: true });
    expect(await scene.list()).toEqual([]);
    expect(scene.refreshed.at(-1)).toEqual(await scene.row());
  });

  it('asks the edge again when it is repeated, as the first request can have changed the row alone', async () => {
    await scene.open({ port: 3000 });
    await scene.close('8');
    scene.refreshed = [];

    expect((await scene.close('8')).status).toBe(404);
    expect(scene.refreshed).toEqual([await scene.row()]);
    expect((await scene.close('9')).status).toBe(404);
    expect(scene.refreshed).toHaveLength(1);
  });
});
