import { beforeEach, describe, expect, it } from 'vitest';
import { openPortInBrowser } from '../../../../functions/sandboxes/open-port-in-browser.ts';
import { noPortAddresses } from '../../../../shared/domain/sandboxes/ports/port-addresses.ts';
import { changed } from '../../../../shared/domain/sandboxes/record/sandbox.ts';
import { invoke } from '../../../support/http/invoke.ts';
import { onPaths, PortScene } from '../../../support/sandboxes/port-scene.ts';

let scene: PortScene;
beforeEach(() => {
  scene = new PortScene();
});

describe('POST …/ports/{port_id}/open-in-browser', () => {
  it('makes a link below the URL of the port that works for a minute', async () => {
    const { body: port } = await scene.open({ port: 3000 });

    const { status, body } = await scene.link('8', { path: '/a?b=1' });

    expect([status, body.expires_at]).toEqual([200, '2026-11-21T13:01:00.000Z']);
    const { origin, pathname, searchParams } = new URL(body.url);
    expect([origin, pathname, searchParams.get('path')]).toEqual([port.url, '/_sandbox/open', '/a?b=1']);
    expect(searchParams.get('token')).toMatch(/^1795266060\.[0-9a-f]{64}$/);
  });

  it('leads to the start page without a path, and changes nothing', async () => {
    await scene.open({ port: 3000, access: 'link' });
    const before = await scene.row();

    const { body } = await scene.link('8');

    expect(new URL(body.url).searchParams.get('path')).toBe('/');
    expect(await scene.row()).toEqual(before);
  });

  it.each(['//example.com', '/\\\\example.com', 'https://example.com', 'page', '', '/a b', '/\n'])(
    'refuses the path %j, which is none of this site',
    async (path) => {
      await scene.open({ port: 3000 });

      expect((await scene.link('8', { path })).status).toBe(422);
    },
  );

  it('finds no closed or expired port, and none of another owner', async () => {
    await scene.open({ port: 3000 });
    await scene.open({ port: 3001, expires_in: 60 });
    await scene.close('8');

    expect((await scene.link('9', {}, { caller: { ownerId: 'bob' } })).status).toBe(404);
    expect((await scene.link('9')).status).toBe(200);
    scene.clock.advance(61);
    expect([(await scene.link('8')).status, (await scene.link('9')).status]).toEqual([404, 404]);
  });

  it('needs a session key, which a sandbox has once it has started, for a port that asks for one', async () => {
    await scene.open({ port: 3000 });
    await scene.open({ port: 3001, access: 'link' });
    const previous = await scene.row();
    await scene.sandboxes.save([
      { previous, next: changed(previous, scene.clock.now(), { session_rotates: true, edge_key_hash: null }) },
    ]);

    const { status, body } = await scene.link('8');

    expect([status, body.code, body.detail]).toEqual([409, 'conflict', expect.stringContaining('no session key yet')]);
    expect((await scene.link('9')).status).toBe(200);
  });

  it.each([onPaths, noPortAddresses])('refuses in a deployment without such addresses', async (addresses) => {
    await scene.open({ port: 3000 });

    const { status, body } = await invoke(openPortInBrowser, scene.deps(addresses), scene.at('8'));

    expect([status, body.code]).toEqual([409, 'conflict']);
  });
});
