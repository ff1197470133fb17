import { homedir } from 'node:os';
import { findNamespaces, type Namespaces } from '../../../../../infra/local/namespaces/namespaces.ts';
import { PROJECT_ROOT } from '../../../../../infra/local/terminal/options.ts';

type Found = Awaited<ReturnType<typeof findNamespaces>>;

export function namespacesOf(stateDirectory: string, tool: Namespaces['tool']): Promise<Found> {
  const searchPath = process.env.PATH ?? '';
  return findNamespaces({ projectRoot: PROJECT_ROOT, states: [stateDirectory], searchPath }, [tool]);
}

/** The tools with which this machine can create namespaces. */
export async function availableTools(): Promise<readonly Namespaces['tool'][]> {
  const tools = ['bwrap', 'unshare'] as const;
  const found = await Promise.all(tools.map((tool) => namespacesOf(homedir(), tool)));
  return found.flatMap((each) => ('tool' in each ? [each.tool] : []));
}

/** @throws when the machine cannot create namespaces with this tool */
export async function requireNamespaces(stateDirectory: string, tool: Namespaces['tool']): Promise<Namespaces> {
  const found = await namespacesOf(stateDirectory, tool);
  if ('tool' in found) return found;
  throw new Error(found.reason);
}
