import { type Worker, workers } from '../../../shared/contract/workers.ts';
import type { Deployed } from './deployed.ts';

export const functionsIn = (resources: readonly Deployed[]): readonly Deployed[] =>
  resources.filter(({ type }) => type === 'AWS::Lambda::Function');

/** Memory of the largest function, in GB. @throws when there is none */
export function gigabytesOfLargest(resources: readonly Deployed[]): number {
  const sizes = functionsIn(resources).map(({ properties: { MemorySize: size } }) => Number(size ?? 128));
  if (sizes.length === 0) throw new Error('There is no function among these resources.');
  return Math.max(...sizes) / 1024;
}

/** The same of the workers that take a conversation on: the authorizer is a part of calls. */
export function gigabytesOfWorkers(resources: readonly Deployed[]): number {
  const ids = (workers as readonly Worker[]).filter(({ id, area }) => id !== 'authorize' && area !== 'maintenance');
  const isOne = ({ properties: { FunctionName: name } }: Deployed) =>
    ids.some(({ id }) => String(name).endsWith(`-${id}`));
  return gigabytesOfLargest(functionsIn(resources).filter(isOne));
}
