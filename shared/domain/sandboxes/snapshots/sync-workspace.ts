import * as z from 'zod';
import { log } from '../../../platform/log.ts';
import { askAgent, parsed } from '../agent/ask-agent.ts';
import type { SandboxKeys } from '../agent/keys.ts';
import { sandboxAgent } from '../agent/sandbox-agent.ts';
import { limits } from '../record/limits.ts';
import type { Sandbox } from '../record/sandbox.ts';

const Output = z.object({ exit_code: z.int().nullish() });

/**
 * Writes everything that the kernel of a running sandbox still holds to its disk, so that the copy has it. Programs go
 * on running, and what they hold themselves is not in the copy.
 *
 * @returns false if the agent did not confirm it in time: the copy is then as after a power failure
 */
export async function syncWorkspace(sandbox: Sandbox, keys: Pick<SandboxKeys, 'sessionKey'>): Promise<boolean> {
  try {
    const agent = await sandboxAgent(sandbox, keys);
    const answer = await askAgent(agent, {
      method: 'POST',
      path: '/api/bash/execute_bash_command',
      json: { command: 'sync', cwd: null, timeout: limits.sync },
      timeout: (limits.sync + 1) * 1000,
    });
    return parsed(Output, answer).exit_code === 0;
  } catch (error) {
    log.info('the workspace of a running sandbox was not synced', { sandbox_id: sandbox.sandbox_id, error });
    return false;
  }
}
