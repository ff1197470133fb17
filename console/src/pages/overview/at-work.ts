import type { Sandbox } from '../../api/shapes.ts';

/** Whether a sandbox starts or runs. */
export function isAtWork({ status }: Pick<Sandbox, 'status'>): boolean {
  return status === 'STARTING' || status === 'RUNNING';
}
