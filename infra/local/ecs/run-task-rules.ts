import { sizeProblem } from '../../specs/fargate-sizes.ts';
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

function isFargateSize(cpu: string | undefined, memory: string | undefined): boolean {
  return cpu === undefined || memory === undefined || sizeProblem(Number(cpu), Number(memory)) === undefined;
}
