import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { describe, expect, it } from 'vitest';
import { installedAgentServer } from '../../../infra/specs/installed-program.ts';
import { startConversation, waitForSandbox } from '../../support/service/conversations.ts';
import { newOwner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';

const isLocal = service().stateDirectory !== null;
const hasAgentServer = await promisify(execFile)('which', ['agent-server']).then(
  () => true,
  () => false,
);

const owner = await newOwner();
const isInstalled: Readonly<Record<string, boolean>> = {
  openhands: hasAgentServer,
  'openhands-local': installedAgentServer(process.env) !== undefined,
};
const specs: { readonly id: string; readonly vcpu: number; readonly memory_gb: number }[] = (
  await owner.api.get('/api/v1/sandbox-specs/search')
).body.items;

function statesOf({ transitions }: { transitions: { state: string }[] }): string[] {
  return transitions.map(({ state }) => state);
}

describe('sandbox specs', () => {
  it('are listed with the fields of the interface, the default first', async () => {
    expect(specs.length).toBeGreaterThan(0);
    for (const spec of specs) {
      expect(spec).toEqual({
        id: expect.stringMatching(/\S/),
        command: expect.any(Array),
        created_at: expect.stringMatching(/Z$/),
        initial_env: expect.any(Object),
        working_dir: expect.stringMatching(/^\//),
        created_by_user_id: null,
        version: null,
        offered_version: null,
        check: null,
        vcpu: expect.any(Number),
        memory_gb: expect.any(Number),
        workspace_gb: expect.any(Number),
        cost_per_hour_usd: expect.stringMatching(/^\d+\.\d{6}$/),
        spot_cost_per_hour_usd: expect.stringMatching(/^\d+\.\d{6}$/),
        architecture: expect.stringMatching(/^(X86_64|ARM64)$/),
        capacity: 'on_demand',
        sizes: expect.arrayContaining([expect.objectContaining({ vcpu: spec.vcpu, memory_gb: spec.memory_gb })]),
        workspace_gb_range: { min: expect.any(Number), max: expect.any(Number) },
        workspace_cost_per_gb_month_usd: expect.stringMatching(/^\d+\.\d{6}$/),
        ...((isInstalled[spec.id] ?? true)
          ? { unavailable_reason: null, install_command: null }
          : {
              unavailable_reason: expect.stringMatching(/not installed/),
              install_command: expect.stringMatching(/^(pip install|npm start -- --agent openhands)/),
            }),
      });
    }
    expect((await owner.api.post('/api/v1/sandboxes')).body.sandbox_spec_id).toBe(specs[0]?.id);
  });

  it.runIf(isLocal && !hasAgentServer)('name the package to install when they cannot run on this machine', async () => {
    const { body } = await owner.api.post('/api/v1/sandboxes', undefined, { sandbox_spec_id: 'openhands' });

    const failed = await waitForSandbox(owner.api, body.id, 'ERROR');

    expect(failed).toMatchObject({ session_api_key: null, exposed_urls: null });
    expect(failed.status_detail).toMatch(/agent-server.*pip install openhands-agent-server==/);
    // The service does not retry, because another start would fail too.
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

  it('start a conversation although a sandbox of another spec failed', async () => {
    const started = await startConversation(owner.api);

    expect((await owner.api.get('/api/v1/sandboxes', { id: started.sandboxId })).body[0].status).toBe('RUNNING');
  });
});
