import type { Sandbox, SandboxPhase } from '../../api/shapes.ts';

/** The phase of a sandbox, and since when it is in it. */
export function phaseOf({ transitions, created_at }: Sandbox): { phase: SandboxPhase | undefined; since: string } {
  const last = transitions.at(-1);
  return { phase: last?.state, since: last?.time ?? created_at };
}
