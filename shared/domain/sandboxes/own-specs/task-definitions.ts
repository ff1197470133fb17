import type { TaskSpec } from '../specs/task-definition.ts';

/** ECS refuses a definition for good. The message is ECS's own. */
export class DefinitionRefusedError extends Error {
  override readonly name = 'DefinitionRefusedError';
}

/** The task definitions of owners' specs. Families are without the prefix of the deployment. */
export interface TaskDefinitions {
  /** Can be repeated: the newest of equal revisions is used. @throws DefinitionRefusedError */
  register(family: string, spec: TaskSpec): Promise<void>;
  /** Deregisters every revision of a family. Tasks that run go on. */
  deregister(family: string): Promise<void>;
}
