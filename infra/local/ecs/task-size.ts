import { sizeProblem } from '../../../shared/contract/shapes/fargate-sizes.ts';
import { AwsError } from '../aws/aws-error.ts';
import { invalidParameter, type RunTaskInput } from './requests.ts';
import type { TaskDefinition } from './task-definition.ts';

type Overrides = RunTaskInput['overrides'];
type Properties = TaskDefinition['properties'];

/** The size of a task in CPU units and megabytes, as text: its override, or the size of its definition. */
export function taskSizeOf(overrides: Overrides, { Cpu, Memory }: Properties) {
  return { cpu: inUnits(overrides?.cpu ?? Cpu, 'vcpu'), memory: inUnits(overrides?.memory ?? Memory, 'gb') };
}

/** ECS also takes whole units, as `1 vCPU` and `2 GB`. */
function inUnits(text: string | undefined, unit: string): string | undefined {
  const [, amount, given] = /^([\d.]+)\s*([a-z]+)$/i.exec(text?.trim() ?? '') ?? [];
  return amount !== undefined && given?.toLowerCase() === unit ? String(Number(amount) * 1024) : text;
}

/**
 * Overrides of the task's size must be a size of Fargate. They do not change the limits of containers, which must fit.
 *
 * @throws AwsError ClientException
 */
export function checkTaskSize(overrides: NonNullable<Overrides>, properties: Properties): void {
  const { cpu, memory } = taskSizeOf(overrides, properties);
  if (cpu !== undefined && memory !== undefined && sizeProblem(Number(cpu), Number(memory)) !== undefined) {
    throw new AwsError('ClientException', 'No Fargate configuration exists for given values.');
  }
  const containers = properties.ContainerDefinitions.map((container) => {
    const override = overrides.containerOverrides?.find(({ name }) => name === container.Name);
    return {
      cpu: override?.cpu ?? container.Cpu,
      memory: override?.memory ?? override?.memoryReservation ?? container.Memory ?? container.MemoryReservation,
    };
  });
  requireFit(
    'cpu',
    containers.map((container) => container.cpu ?? 0),
    cpu,
  );
  requireFit(
    'memory',
    containers.map((container) => container.memory ?? 0),
    memory,
  );
}

function requireFit(resource: 'cpu' | 'memory', containers: readonly number[], task: string | undefined): void {
  const sum = containers.reduce((one, other) => one + other, 0);
  if (task === undefined || sum <= Number(task)) return;
  throw invalidParameter(
    `The ${resource} of the containers, ${sum}, is greater than that of the task, ${task}. Override it too.`,
  );
}
