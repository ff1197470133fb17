import { describe, expect, it } from 'vitest';
import { callAgent } from '../../../../../shared/domain/sandboxes/agent/agent-http.ts';
import { HttpAgents } from '../../../../../shared/domain/sandboxes/agent/http-agents.ts';
import { hostileAnswers, hostileServer } from '../../../../support/http/hostile-server.ts';
import { someKeys } from '../../../../support/platform/memory-master-keys.ts';
import { aRunningSandbox } from '../../../../support/sandboxes/sandbox-data.ts';

const agents = new HttpAgents(someKeys(), { probe: 100, init: 100, interrupt: 100, prepare: 100 });

describe.each(Object.entries(hostileAnswers))('an agent that answers with %s', (_, answer) => {
  it('ends the call with its time limit at the latest, and the connection too', { timeout: 3_000 }, async () => {
    const { url, connections } = await hostileServer(answer);

    await expect(callAgent(url, { signal: AbortSignal.timeout(100) })).rejects.toThrow();

    await expect.poll(() => connections.size).toBe(0);
  });

  it('is unreachable, and holds neither its initialisation nor its pause', { timeout: 3_000 }, async () => {
    const { url } = await hostileServer(answer);
    const setup = {
      initKey: 'i',
      sessionKey: 's',
      deliveryKey: 'd',
      secretKey: 'k',
      allowedOrigins: [],
      webhookUrl: 'https://a',
    };
    const exposed_urls = [{ name: 'AGENT_SERVER' as const, port: 8000, url }];

    expect(await agents.health(url, 'session')).toEqual({ kind: 'unreachable' });
    await expect(agents.init(url, setup)).rejects.toThrow();
    await expect(agents.prepareForPause(aRunningSandbox({ exposed_urls }))).resolves.toBeUndefined();
  });
});
