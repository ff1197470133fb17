import { execFile } from 'node:child_process';
import { access, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { promisify } from 'node:util';
import { findProgram } from '../programs/executables.ts';
import { findLimits } from './limits.ts';
import { bubblewrapCommand, mountTable, unshareCommand } from './unshare.ts';
import { type Places, systemView, type View, viewFor } from './visible-paths.ts';

/** Runs commands isolated from the user's processes and files. The network is shared. */
export interface Namespaces {
  readonly tool: 'bwrap' | 'unshare';
  /** What bounds each sandbox: a clause for the person who starts the service. */
  readonly limits: string;
  /** The command that runs another one in its own namespaces, with a directory that it may change. */
  wrap(command: readonly string[], workspace: string): Promise<readonly string[]>;
}

/** Why namespaces are not available: a clause for the person who starts the service. */
export interface NoNamespaces {
  readonly reason: string;
}

const probeMilliseconds = 5_000;

/** Tries bubblewrap, then `unshare`. Only an attempt shows whether the system allows namespaces. */
export async function findNamespaces(
  places: Places,
  tools: readonly Namespaces['tool'][] = ['bwrap', 'unshare'],
): Promise<Namespaces | NoNamespaces> {
  if (process.platform !== 'linux') return { reason: 'only Linux has namespaces' };
  const reasons: string[] = [];
  for (const tool of tools) {
    const program = await findProgram(tool, places.searchPath);
    const found = program === undefined ? undefined : await namespacesBy(tool, program, places);
    const problem = found === undefined ? 'is not installed' : await probe(found);
    if (found !== undefined && problem === undefined) return found;
    reasons.push(`${tool} ${problem}`);
  }
  return { reason: reasons.join(', and ') };
}

async function namespacesBy(tool: Namespaces['tool'], program: string, places: Places): Promise<Namespaces> {
  const [base, mounts, limits] = await Promise.all([systemView(places), mountTable(), findLimits(places.searchPath)]);
  const [uid, gid] = [process.getuid?.() ?? 0, process.getgid?.() ?? 0];
  const commandIn = (view: View, command: readonly string[]) =>
    tool === 'bwrap'
      ? bubblewrapCommand(program, view, [...limits.command, ...command])
      : unshareCommand({ unshare: program, uid, gid, mounts }, view, [...limits.command, ...command]);
  return {
    tool,
    limits: limits.summary,
    wrap: async (command, workspace) => commandIn(await viewFor(command, workspace, base, places), command),
  };
}

/** Undefined when a command runs in namespaces, otherwise what the tool says. */
async function probe(namespaces: Namespaces): Promise<string | undefined> {
  const workspace = await mkdtemp(join(tmpdir(), 'namespaces-'));
  try {
    const [program = '', ...args] = await namespaces.wrap(['/bin/sh', '-c', ': > tried'], workspace);
    await promisify(execFile)(program, args, { timeout: probeMilliseconds });
    await access(join(workspace, 'tried'));
    return undefined;
  } catch (error) {
    const said = error instanceof Error && 'stderr' in error ? String(error.stderr).trim().split('\n')[0] : '';
    return `cannot make them: ${said || (error instanceof Error ? error.message.split('\n')[0] : error)}`;
  } finally {
    await rm(workspace, { recursive: true, force: true });
  }
}
