import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { beforeAll, describe, expect, it } from 'vitest';
import { startConversation, waitForSandbox } from './support/conversations.ts';
import { newOwner, type Owner, service } from './support/owners.ts';
import { expectProblem } from './support/problems.ts';

const isLocal = service().stateDirectory !== null;
const hasAgentServer = await promisify(execFile)('which', ['agent-server']).then(
  () => true,
  () => false,
);

let owner: Owner;
let specs: { readonly id: string }[];
beforeAll(async () => {
  owner = await newOwner();
  specs = (await owner.api.get('/api/v1/sandbox-specs/search')).body.items;
});

function statesOf({ transitions }: { transitions: { state: string }[] }): string[] {
  return transitions.map(({ state }) => state);
}

describe('sandbox specs', () => {
  it('are listed with what a client needs to know, the default first', async () => {
    expect(specs.length).toBeGreaterThan(0);
    for (const spec of specs) {
      expect(spec).toEqual({
        id: expect.stringMatching(/\S/),
        command: expect.any(Array),
        created_at: expect.stringMatching(/Z$/),
        initial_env: expect.any(Object),
        working_dir: expect.stringMatching(/^\//),
      });
    }
    expect((await owner.api.post('/api/v1/sandboxes')).body.sandbox_spec_id).toBe(specs[0]?.id);
  });

  it('page like every list', async () => {
    const found: unknown[] = [];
    let page_id: string | null = null;
    do {
      const query = { limit: 1, ...(page_id ? { page_id } : {}) };
      const { body } = await owner.api.get('/api/v1/sandbox-specs/search', query);
      found.push(...body.items);
      page_id = body.next_page_id;
    } while (page_id);

    expect(found).toEqual(specs);
  });

  it('come by id in the order asked for, null for what is not there', async () => {
    const last = specs.at(-1);
    const id = [last?.id ?? '', 'ghcr.io/nobody/nothing:latest', specs[0]?.id ?? ''];

    expect((await owner.api.get('/api/v1/sandbox-specs', { id })).body).toEqual([last, null, specs[0]]);
  });

  it('can be named at the start of a sandbox, if they exist', async () => {
    const { body } = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: specs[0]?.id ?? '' });
    const unknown = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: 'ghcr.io/nobody/nothing' });

    expect(body.sandbox_spec_id).toBe(specs[0]?.id);
    expectProblem(unknown, 404, 'not_found');
    expect(unknown.body.detail).toContain('ghcr.io/nobody/nothing');
  });

  it.runIf(isLocal && !hasAgentServer)('that cannot run here say what to install', async () => {
    const { body } = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: 'openhands' });

    const failed = await waitForSandbox(owner.api, body.id, 'ERROR');

    expect(failed).toMatchObject({ session_api_key: null, exposed_urls: null });
    expect(failed.status_detail).toMatch(/agent-server.*pip install openhands-agent-server==/);
    // Another start would fail the same way, so there is none.
    expect(statesOf(failed).filter((state) => state === 'PENDING')).toHaveLength(1);
    const conversation = await owner.api.post('/api/v1/app-conversations', { sandbox_id: body.id });
    expectProblem(conversation, 409, 'conflict');
    expect(conversation.body.detail).toContain('pip install');
    await owner.api.post(`/api/v1/sandboxes/${body.id}/resume`);
    const again = await waitForSandbox(owner.api, body.id, 'ERROR');
    expect(again.status_detail).toBe(failed.status_detail);
    expect(statesOf(again).filter((state) => state === 'PENDING')).toHaveLength(2);
    expect((await owner.api.delete(`/api/v1/sandboxes/${body.id}`)).body).toEqual({ success: true });
  });

  it('do not keep a failed neighbour from a conversation', async () => {
    const started = await startConversation(owner.api);

    expect((await owner.api.get('/api/v1/sandboxes', { id: started.sandboxId })).body[0].status).toBe('RUNNING');
  });
});
