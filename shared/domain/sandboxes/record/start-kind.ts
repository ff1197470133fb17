import type { Sandbox } from './sandbox.ts';

/** How a generation began: with a new task, with one of the warm pool, or from a saved workspace. */
export type StartKind = 'cold' | 'warm' | 'resume';

export function startKindOf(sandbox: Pick<Sandbox, 'launch' | 'claimed'>): StartKind {
  if (sandbox.launch?.volume?.snapshot_id) return 'resume';
  return sandbox.claimed === null ? 'cold' : 'warm';
}
