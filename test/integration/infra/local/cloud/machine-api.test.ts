import { createServer, type IncomingMessage, type Server } from 'node:http';
import { afterEach, describe, expect, it } from 'vitest';
import type { AgentStatus, LocalAgent } from '../../../../../infra/local/agent-server/local-agent.ts';
import { machineApi } from '../../../../../infra/local/cloud/machine-api.ts';
import { close, listen } from '../../../../support/http/servers.ts';

const ADMIN = 'acs_admin';
const status: AgentStatus = {
  spec: 'reference',
  version: null,
  installation: 'missing',
  offered: '1.58.2',
  detail: null,
};

let api: Server | undefined;
afterEach(async () => {
  if (api) await close(api);
});

/** The API, which lets one key see what only administrators can. */
async function apiUrl(): Promise<string> {
  api = createServer(({ headers, url }, response) => {
    const isAllowed = url === '/api/v1/operator/overview' && headers['x-session-api-key'] === ADMIN;
    response.writeHead(isAllowed ? 200 : 403).end('{}');
  });
  return listen(api);
}

async function ask(method: string, key: string | undefined, install = async (): Promise<void> => {}) {
  const agent = { status, install } satisfies Pick<LocalAgent, 'status' | 'install'>;
  const lines: string[] = [];
  const answer = machineApi({ agent, apiUrl: await apiUrl(), log: (_source, _level, line) => lines.push(line) });
  const headers = key === undefined ? {} : { 'x-session-api-key': key };
  return { ...(await answer({ method, headers } as unknown as IncomingMessage)), lines };
}

describe('what a local service says about its machine', () => {
  it.each([undefined, 'acs_other'])('is for its administrator alone, not for the key %s', async (key) => {
    let installs = 0;

    const got = await ask('GET', key);
    const posted = await ask('POST', key, async () => {
      installs += 1;
    });

    expect([got.status, posted.status, installs]).toEqual([403, 403, 0]);
    expect(got.content).not.toHaveProperty('agent');
  });

  it('has the agent that answers, and the models of this machine', async () => {
    expect(await ask('GET', ADMIN)).toMatchObject({
      status: 200,
      content: { agent: status, models: expect.any(Array) },
    });
    expect((await ask('DELETE', ADMIN)).status).toBe(405);
  });

  it('begins an installation, whose failure is logged', async () => {
    const { status: answered, lines } = await ask('POST', ADMIN, async () => {
      throw new Error('no uv');
    });

    expect(answered).toBe(202);
    await expect.poll(() => lines).toEqual(['no uv']);
  });
});
