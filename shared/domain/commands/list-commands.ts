import type { SandboxAgent } from '../sandboxes/agent/sandbox-agent.ts';
import { runScript } from './command-folder.ts';
import { type CommandView, commandView, readBegun, readResult } from './command-record.ts';
import { listScript } from './folder-scripts.ts';

/** The commands of a sandbox, newest first. Damaged entries are left out: the sandbox can change its files. */
export async function listedCommands(agent: SandboxAgent): Promise<readonly CommandView[]> {
  const lines = await runScript(agent, listScript);
  const views = lines.flatMap((line) => viewOf(line, agent.sandbox.sandbox_id) ?? []);
  return views.toSorted((one, other) => (one.started_at < other.started_at ? 1 : -1));
}

function viewOf(line: string, sandboxId: string): CommandView | undefined {
  const [id = '', live, exit = '', about = ''] = line.split('\t');
  const begun = /^[0-9a-f]{32}$/.test(id) ? readBegun(about) : undefined;
  return begun && commandView({ id, sandboxId }, begun, readResult(exit) ?? (live === '1' ? 'live' : 'lost'));
}
