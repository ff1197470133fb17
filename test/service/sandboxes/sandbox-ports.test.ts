import { afterAll, beforeAll, describe, expect, it } from 'vitest';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { keepEvidence } from '../../support/service/evidence.ts';
import { HostedService } from '../../support/service/hosted-service.ts';
import { anotherKey, isReplay, sendOnce } from '../../support/service/idempotency.ts';
import { newOwner, type Owner, removeSandboxes, service, useService } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const shared = service();

/** Uses its own service, because ports need a domain for sandboxes. */
describe('the ports of a sandbox', () => {
  let hosted: HostedService;
  let ann: Owner;
  let path: string;

  beforeAll(async () => {
    hosted = await HostedService.make('sources', {}, ['--sandbox-domain', 'localhost']);
    useService(await hosted.start());
    ann = await newOwner();
    const { body } = await ann.api.post('/api/v1/sandboxes');
    path = `/api/v1/sandboxes/${body.id}/ports`;
    await waitForSandbox(ann.api, body.id, 'RUNNING');
  }, 300_000);

  afterAll(async () => {
    await removeSandboxes();
    await keepEvidence(hosted.stateDirectory);
    await hosted.end();
    useService(shared);
  });

  it('are opened once for a repeated request, changed, listed and closed', async () => {
    const order = { port: 3000, access: 'link', name: 'preview' };
    const opened = await sendOnce(ann.api, path, order, 'a-port');
    const again = await sendOnce(ann.api, path, order, 'a-port');

    expect([opened.status, again.text, isReplay(again)]).toEqual([201, opened.text, true]);
    expect(opened.body.url).toMatch(/^http:\/\/[a-z2-7]{48}\.localhost:\d+$/);
    const one = `${path}/${opened.body.id}`;
    const changed = await ann.api.send('PATCH', one, { body: { access: 'key' } });
    expect(changed.body).toEqual({ ...opened.body, access: 'key', warning: null });
    expect((await ann.api.get(path)).body.items).toEqual([changed.body]);
    expect((await ann.api.delete(one)).body).toEqual({ success: true });
    expectProblem(await ann.api.delete(one), 404, 'not_found');
    expect((await ann.api.get(path)).body.items).toEqual([]);
  });

  it('are public only by a key with the scope sandboxes:share, and are not changed by a key that only reads', async () => {
    const [writer, reader] = await Promise.all([
      anotherKey(ann.api, ['sandboxes:write']),
      anotherKey(ann.api, ['sandboxes:read']),
    ]);

    expectProblem(await writer.post(path, { port: 3000, access: 'public' }), 403, 'insufficient_scope');
    expectProblem(await reader.post(path, { port: 3000 }), 403, 'insufficient_scope');
    expect((await writer.post(path, { port: 3000 })).status).toBe(201);
    expect((await reader.get(path)).body.items[0].url).toBeNull();
  });

  it('of another owner read as absent', async () => {
    const { api } = await newOwner();

    expectProblem(await api.get(path), 404, 'not_found');
    expectProblem(await api.post(path, { port: 3000 }), 404, 'not_found');
    expectProblem(await api.delete(`${path}/9`), 404, 'not_found');
  });
});
