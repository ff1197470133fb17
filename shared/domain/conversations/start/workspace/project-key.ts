import { createHash } from 'node:crypto';
import type { Sandbox } from '../../../sandboxes/record/sandbox.ts';

/** Identifies a project on any machine, in the names of files. */
export function projectKey(directory: string): string {
  return createHash('sha256').update(directory).digest('hex').slice(0, 16);
}

/** Identifies the set-up of a project on one machine. */
export function setupKey({ generation }: Pick<Sandbox, 'generation'>, directory: string): string {
  return `${generation}-${projectKey(directory)}`;
}
