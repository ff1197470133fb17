import type { Sandbox } from '../record/sandbox.ts';
import type { SandboxSpec } from '../specs/sandbox-spec.ts';

/** The warm pool as starts see it. */
export interface WarmTasks {
  /** The tasks of a spec that a new sandbox may claim now, the oldest first. They may be taken meanwhile. */
  ready(spec: SandboxSpec): Promise<readonly Sandbox[]>;
}
