import { appendFile } from 'node:fs/promises';
import { beforeAll, describe, expect, it } from 'vitest';
import { CommandStreamEnded, runCommand } from '../../../shared/client/commands.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { waitForSandbox } from '../../support/service/conversations.ts';
import { eventually } from '../../support/service/eventually.ts';
import { newOwner, type Owner, service } from '../../support/service/owners.ts';
import { expectProblem } from '../../support/service/problems.ts';
import { agentsOf, startSandbox } from '../../support/service/sandboxes.ts';

let owner: Owner;
let id: string;
const commands = () => `/api/v1/sandboxes/${id}/commands`;

beforeAll(async () => {
  owner = await newOwner();
  id = (await startSandbox(owner.api)).id;
});

describe('run-command', () => {
  it('streams events as they come, and JSON to callers who prefer it', async () => {
    const streamed = await owner.api.post(commands(), { command: 'echo hi; exit 3' });
    expect([streamed.status, streamed.headers.get('content-type')]).toEqual([200, 'text/event-stream']);
    expect(streamed.text).toMatch(
      /^id: 0-0\nevent: command\ndata: \{.*\n\nid: 3-0\nevent: stdout\ndata: \{"text":"hi\\n"\}\n\n/,
    );
    expect(streamed.text).toMatch(/event: exit\ndata: \{.*"exit_code":3.*\}\n\n$/);

    const headers = { Accept: 'application/json' };
    const whole = await owner.api.send('POST', commands(), { body: { command: ['printf', 'x'] }, headers });
    expect(whole.body).toMatchObject({ stdout: 'x', command: { exit_code: 0, status: 'ENDED' } });
  });

  it('needs its scope', async () => {
    const reader = await newOwner(['--scopes', 'sandboxes:read,sandboxes:write'], owner.name);

    expectProblem(await reader.api.post(commands(), { command: 'ls' }), 403, 'insufficient_scope');
  });

  it('ends its stream soon after the API key was revoked', async () => {
    const other = await newOwner(['--scopes', 'sandboxes:exec'], owner.name);
    const client = new ServiceClient({ baseUrl: service().baseUrl, apiKey: other.apiKey });
    const following = (async () => {
      for await (const news of runCommand(client, id, { command: 'sleep 300' })) {
        if (news.event === 'command') await owner.api.delete(`/api/keys/${other.keyId}`);
      }
    })();

    await expect(following).rejects.toThrow(CommandStreamEnded);
  });

  it('wakes a paused sandbox on request, within the limits of the key, and else says how', async () => {
    await owner.api.post(`/api/v1/sandboxes/${id}/pause`);
    const refused = await owner.api.post(commands(), { command: 'echo awake' });
    expectProblem(refused, 409, 'conflict');
    await waitForSandbox(owner.api, id, 'PAUSED');

    const headers = { Accept: 'application/json' };
    const query = { resume: true };
    const limits = ['--sandboxes', '2', '--monthly-budget-usd', '10'];
    const limited = await newOwner(['--scopes', 'sandboxes:exec', ...limits], owner.name);
    const woken = await limited.api.send('POST', commands(), { body: { command: 'echo awake' }, headers, query });

    expect([woken.status, woken.body.stdout]).toEqual([200, 'awake\n']);
  });
});

describe('the reason why a sandbox was started again', () => {
  it.skipIf(service().stateDirectory === null)('is a full disk when its last measurement says so', async () => {
    const [agent] = await agentsOf(id);
    if (!agent) throw new Error('The agent server does not run.');
    // As the loop that measures a container prints it.
    await appendFile(`/proc/${agent.pid}/fd/1`, 'acs.measure disk_left=4096\nthe disk is full\n');
    await eventually('the measurement is in the log', async () => {
      const { body } = await owner.api.get(`/api/v1/sandboxes/${id}/logs`, { tail: 5 });
      return body.items.some(({ text }: { readonly text: string }) => text === 'the disk is full');
    });
    process.kill(agent.pid, 'SIGKILL');

    const reason = await eventually('its end has a reason', async () => {
      const { body } = await owner.api.get(`/api/v1/sandboxes/${id}`);
      const states: readonly { readonly reason: string | null }[] = body.transitions;
      return states.map((state) => state.reason).find((one) => one === 'disk_full' || one === 'agent_exited');
    });

    expect(reason).toBe('disk_full');
  });
});
