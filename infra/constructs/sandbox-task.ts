import { Annotations, Aws } from 'aws-cdk-lib';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import { CfnTaskDefinition } from 'aws-cdk-lib/aws-ecs';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { taskDefinition } from '../../shared/domain/sandboxes/specs/task-definition.ts';
import type { Settings } from '../config.ts';
import type { SandboxSpec } from '../specs/schema.ts';
import { acknowledge } from './acknowledge.ts';

interface SandboxTaskProps {
  readonly spec: SandboxSpec;
  readonly family: string;
  readonly executionRole: IRole;
  readonly logGroup: ILogGroup;
  readonly settings: Settings;
}

/** The task definition of one spec. Its family has a fixed name, so that sandboxes start from the latest revision. */
export class SandboxTask extends Construct {
  constructor(scope: Construct, id: string, { spec, family, executionRole, logGroup, settings }: SandboxTaskProps) {
    super(scope, id);
    const definition = new CfnTaskDefinition(
      this,
      'Definition',
      taskDefinition(spec, {
        family,
        executionRoleArn: executionRole.roleArn,
        logGroup: logGroup.logGroupName,
        region: Aws.REGION,
      }),
    );
    letPull(this, { spec, executionRole, settings });
    acknowledge(definition, {
      'AwsSolutions-ECS2':
        'The environment of a spec is public, and a spec with a secret is refused. A sandbox gets secrets after its start.',
    });
    if (spec.local !== false) definition.addMetadata('local', spec.local);
  }
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
  acknowledge(executionRole, {
    'AwsSolutions-IAM5[Resource::*]': 'ecr:GetAuthorizationToken takes no resource: it signs in to the registry.',
  });
}

const ECR_REGISTRY = /^(\d{12})\.dkr\.ecr(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?(?:\/(.+))?$/;

/** Lets tasks pull the images of owners' specs from the ECR registries that the setting names, and from no others. */
export function letPullOwned(scope: Construct, { executionRole, settings }: Omit<ImagePull, 'spec'>): void {
  for (const [index, registry] of (settings.ownerSpecs?.registries ?? []).entries()) {
    const [, account, region, path] = ECR_REGISTRY.exec(registry) ?? [];
    if (account === undefined || region === undefined) continue;
    const arn = `arn:${Aws.PARTITION}:ecr:${region}:${account}:repository/`;
    // The named repository, and those below it.
    for (const name of path === undefined ? ['*'] : [path, `${path}/*`]) {
      Repository.fromRepositoryAttributes(scope, `OwnerImages${index}-${name}`, {
        repositoryArn: `${arn}${name}`,
        repositoryName: name,
      }).grantPull(executionRole);
      if (name.endsWith('*'))
        acknowledge(executionRole, {
          [`AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ecr:${region}:${account}:repository/${name}]`]:
            'The setting ownerSpecs allows all repositories of this registry, or below this path.',
        });
    }
    acknowledge(executionRole, {
      'AwsSolutions-IAM5[Resource::*]': 'ecr:GetAuthorizationToken takes no resource: it signs in to the registry.',
    });
  }
}

function warningOf({ id, image }: SandboxSpec, { stage }: Settings): string {
  const risk =
    stage === 'prod'
      ? `PRODUCTION WITHOUT A PINNED IMAGE: the sandbox spec '${id}' names ${image}`
      : `The sandbox spec '${id}' names ${image}`;
  return `${risk} by a tag. The owner of the registry can move the tag, which changes what new sandboxes run, and no sandbox starts while the registry fails. \`npm run pin-image -- --image ${image}\` prints its digest; docs/deploy.md explains how to copy the image into your account and name it by digest in the setting 'images'.`;
}
