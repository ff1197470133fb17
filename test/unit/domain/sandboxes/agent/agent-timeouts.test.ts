import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { describe, expect, it } from 'vitest';
import { agentTimeouts, LONGEST_CALL_MS } from '../../../../../shared/domain/sandboxes/agent/agent-http.ts';

const root = join(import.meta.dirname, '../../../../..');
const edge = readFileSync(join(root, 'infra/ingress/viewer-request.js'), 'utf8');

describe('timeouts of agent calls', () => {
  it('end before the edge gives up the agent', () => {
    const readTimeout = Number(/READ_TIMEOUT = (\d+);/.exec(edge)?.[1]);

    expect(LONGEST_CALL_MS).toBeLessThan(readTimeout * 1000);
    expect(LONGEST_CALL_MS).toBeGreaterThan(0);
  });

  it.each(Object.entries(agentTimeouts))('%s is at most the longest call', (_, milliseconds) => {
    expect(milliseconds).toBeGreaterThan(0);
    expect(milliseconds).toBeLessThanOrEqual(LONGEST_CALL_MS);
  });
});
