import { Annotations, Aws, Duration, Size } from 'aws-cdk-lib';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import {
  AwsLogDriverMode,
  CfnTaskDefinition,
  ContainerImage,
  CpuArchitecture,
  FargateTaskDefinition,
  LogDrivers,
  OperatingSystemFamily,
} from 'aws-cdk-lib/aws-ecs';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { limits } from '../../shared/domain/sandboxes/record/limits.ts';
import type { Settings } from '../config.ts';
import { CONTAINER, portsOf, VOLUME } from '../specs/document.ts';
import type { SandboxSpec } from '../specs/schema.ts';
import { acknowledge } from './acknowledge.ts';

interface SandboxTaskProps {
  readonly spec: SandboxSpec;
  readonly family: string;
  readonly executionRole: IRole;
  readonly logGroup: ILogGroup;
  readonly settings: Settings;
}

/** Git does not quote the names of files, in any repository: agent servers take what it quotes for the name. */
const plainGitNames = { GIT_CONFIG_COUNT: '1', GIT_CONFIG_KEY_0: 'core.quotePath', GIT_CONFIG_VALUE_0: 'false' };

/** The task definition of one spec. Its family has a fixed name, so that sandboxes start from the latest revision. */
export class SandboxTask extends Construct {
  constructor(scope: Construct, id: string, { spec, family, executionRole, logGroup, settings }: SandboxTaskProps) {
    super(scope, id);
    const definition = new FargateTaskDefinition(this, 'Definition', {
      family,
      executionRole,
      cpu: spec.cpu,
      memoryLimitMiB: spec.memoryMegabytes,
      ...(spec.ephemeralGigabytes === undefined ? {} : { ephemeralStorageGiB: spec.ephemeralGigabytes }),
      volumes: [{ name: VOLUME, configuredAtLaunch: true }],
      runtimePlatform: {
        cpuArchitecture: spec.architecture === 'ARM64' ? CpuArchitecture.ARM64 : CpuArchitecture.X86_64,
        operatingSystemFamily: OperatingSystemFamily.LINUX,
      },
    });
    const container = definition.addContainer(CONTAINER, {
      image: ContainerImage.fromRegistry(spec.image),
      command: [...spec.command],
      environment: { ...plainGitNames, ...spec.initialEnv },
      // ECS lets this user write to the volume. It does not read the user that the image names.
      ...(spec.user === undefined ? {} : { user: spec.user }),
      // Not the agents' directory: on an empty disk, ECS would make it before the program starts, owned by root.
      workingDirectory: spec.workspacePath,
      portMappings: portsOf(spec).map(({ name, port }) => ({
        name: name.toLowerCase().replaceAll('_', '-'),
        containerPort: port,
      })),
      logging: LogDrivers.awsLogs({
        logGroup,
        streamPrefix: spec.id,
        // A program that prints much loses lines. Otherwise it would block the agent server, which shares its output.
        mode: AwsLogDriverMode.NON_BLOCKING,
        maxBufferSize: Size.mebibytes(4),
      }),
      // The agent's time to pause and save its conversations.
      stopTimeout: Duration.seconds(limits.sigterm),
    });
    letPull(this, { spec, executionRole, settings });
    container.addMountPoints({ sourceVolume: VOLUME, containerPath: spec.workspacePath, readOnly: false });
    acknowledge(definition, {
      'AwsSolutions-ECS2':
        'The environment of a spec is public, and a spec with a secret is refused. A sandbox gets secrets after its start.',
    });
    const resource = definition.node.defaultChild;
    if (!(resource instanceof CfnTaskDefinition)) throw new Error('The task definition has no resource.');
    withoutIdentity(definition, resource);
    if (spec.local !== false) resource.addMetadata('local', spec.local);
  }
}

/** Removes the CDK's task role: even an empty role gives untrusted code credentials of the account. */
function withoutIdentity(definition: FargateTaskDefinition, resource: CfnTaskDefinition): void {
  resource.addPropertyDeletionOverride('TaskRoleArn');
  if (!definition.node.tryRemoveChild('TaskRole')) throw new Error('The CDK no longer makes a task role.');
}

interface ImagePull {
  readonly spec: SandboxSpec;
  readonly executionRole: IRole;
  readonly settings: Settings;
}

/** An image in Amazon ECR: account, Region and name of its repository. */
const ECR_IMAGE = /^(\d{12})\.dkr\.ecr(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/([^:@]+)[:@]/;

/**
 * Lets tasks pull the image of a spec from ECR; other registries need no permission. Synthesis warns about an image
 * that is named by a tag, because the owner of the tag decides what new sandboxes run.
 */
export function letPull(scope: Construct, { spec, executionRole, settings }: ImagePull): void {
  const { image, id } = spec;
  if (settings.stage !== 'local' && !image.includes('@sha256:')) {
    Annotations.of(scope).addWarningV2(`image-by-tag:${id}`, warningOf(spec, settings));
  }
  const [, account, region, name] = ECR_IMAGE.exec(image) ?? [];
  if (account === undefined || region === undefined || name === undefined) return;
  const repositoryArn = `arn:${Aws.PARTITION}:ecr:${region}:${account}:repository/${name}`;
  Repository.fromRepositoryAttributes(scope, 'Images', { repositoryArn, repositoryName: name }).grantPull(
    executionRole,
  );
  Annotations.of(scope).acknowledgeWarning('@aws-cdk/aws-ecs:ecrImageRequiresPolicy', 'The policy is made here.');
  acknowledge(executionRole, {
    'AwsSolutions-IAM5[Resource::*]': 'ecr:GetAuthorizationToken takes no resource: it signs in to the registry.',
  });
}

function warningOf({ id, image }: SandboxSpec, { stage }: Settings): string {
  const risk =
    stage === 'prod'
      ? `PRODUCTION WITHOUT A PINNED IMAGE: the sandbox spec '${id}' names ${image}`
      : `The sandbox spec '${id}' names ${image}`;
  return `${risk} by a tag. The owner of the registry can move the tag, which changes what new sandboxes run, and no sandbox starts while the registry fails. \`npm run pin-image -- --image ${image}\` prints its digest; docs/deploy.md explains how to copy the image into your account and name it by digest in the setting 'images'.`;
}
