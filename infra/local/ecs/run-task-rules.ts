import { AwsError } from '../aws/aws-error.ts';
import { invalidParameter, type RunTaskInput } from './requests.ts';
import type { TaskDefinition } from './task-definition.ts';
import { checkVolumes } from './volume-rules.ts';

const maxOverridesCharacters = 8192;

/** What ECS takes in a cluster without capacity providers, as the template's is, when RunTask names none. */
export const defaultLaunchType = 'EC2';

/** The rules of RunTask that concern several fields. @throws AwsError named as ECS names it */
export function checkRunTask(input: RunTaskInput, definition: TaskDefinition): void {
  checkPlacement(input, definition);
  checkOverrides(input, definition);
  checkVolumes(input.volumeConfigurations, definition);
  const keys = (input.tags ?? []).map(({ key }) => key);
  if (new Set(keys).size !== keys.length) throw invalidParameter('Tag keys must be unique.');
  if (keys.some((key) => key.toLowerCase().startsWith('aws:')))
    throw invalidParameter('Tag keys can not begin with aws:.');
}

function checkPlacement(input: RunTaskInput, { properties }: TaskDefinition): void {
  const { launchType, capacityProviderStrategy, networkConfiguration } = input;
  if (launchType && capacityProviderStrategy?.length) {
    throw invalidParameter(
      'Specifying both a launch type and capacity provider strategy is not supported. Remove one and try again.',
    );
  }
  if (capacityProviderStrategy?.length) {
    throw invalidParameter(
      'The specified capacity provider strategy cannot contain a capacity provider that is not associated with the cluster.',
    );
  }
  if (!properties.RequiresCompatibilities.includes(launchType ?? defaultLaunchType)) {
    throw invalidParameter(`Task definition does not support launch_type ${launchType ?? defaultLaunchType}.`);
  }
  if (properties.NetworkMode === 'awsvpc' && !networkConfiguration?.awsvpcConfiguration) {
    throw invalidParameter("Network Configuration must be provided when networkMode 'awsvpc' is specified.");
  }
  if (input.enableExecuteCommand && !(input.overrides?.taskRoleArn ?? properties.TaskRoleArn)) {
    throw invalidParameter('enableExecuteCommand needs a task role.');
  }
}

function checkOverrides({ overrides }: RunTaskInput, { properties, container }: TaskDefinition): void {
  if (!overrides) return;
  if (JSON.stringify(overrides).length > maxOverridesCharacters) {
    throw invalidParameter(`Overrides can have at most ${maxOverridesCharacters} characters.`);
  }
  for (const { name, command } of overrides.containerOverrides ?? []) {
    if (!properties.ContainerDefinitions.some(({ Name }) => Name === name)) {
      throw invalidParameter(`Override for container named ${name} is not a container in the TaskDefinition.`);
    }
    // Dropping an image's command, which the local program does not know, would hide the difference.
    if (command && name === container.Name) {
      throw new AwsError('UnsupportedFeatureException', 'A task on this machine can not have its command overridden.');
    }
  }
  if (!isFargateSize(overrides.cpu ?? properties.Cpu, overrides.memory ?? properties.Memory)) {
    throw new AwsError('ClientException', 'No Fargate configuration exists for given values.');
  }
}

/** Fargate's sizes: CPU units to the least, the most and the step of memory in MiB. */
const fargateSizes: Readonly<Record<string, readonly [least: number, most: number, step: number]>> = {
  '256': [512, 2048, 512],
  '512': [1024, 4096, 1024],
  '1024': [2048, 8192, 1024],
  '2048': [4096, 16_384, 1024],
  '4096': [8192, 30_720, 1024],
  '8192': [16_384, 61_440, 4096],
  '16384': [32_768, 122_880, 8192],
};

function isFargateSize(cpu: string | undefined, memory: string | undefined): boolean {
  if (cpu === undefined || memory === undefined) return true;
  const [least, most, step] = fargateSizes[cpu] ?? [0, -1, 1];
  const megabytes = Number(memory);
  // 256 CPU units take 0.5, 1 or 2 GiB, but not 1.5.
  if (cpu === '256' && megabytes === 1536) return false;
  return megabytes >= least && megabytes <= most && (megabytes - least) % step === 0;
}
