import { Annotations, Aws } from 'aws-cdk-lib';
import { Repository } from 'aws-cdk-lib/aws-ecr';
import type { IRole } from 'aws-cdk-lib/aws-iam';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import type { SandboxSpec } from '../specs/schema.ts';
import { acknowledge } from './acknowledge.ts';

interface ImagePull {
  readonly spec: SandboxSpec;
  readonly executionRole: IRole;
  readonly settings: Settings;
}

/** An image in Amazon ECR: account, Region and name of its repository. */
const ECR_IMAGE = /^(\d{12})\.dkr\.ecr(?:-fips)?\.([a-z0-9-]+)\.amazonaws\.com(?:\.cn)?\/([^:@]+)[:@]/;

/**
 * Lets tasks pull the image of a spec: ECR wants permission for one repository, other registries want none. Says at the
 * synthesis when an image is named by a tag, as the owner of the tag decides what the next sandbox runs.
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
    'AwsSolutions-IAM5[Resource::*]': 'ecr:GetAuthorizationToken knows no resources: it signs in to the registry.',
  });
}

function warningOf({ id, image }: SandboxSpec, { stage }: Settings): string {
  const risk =
    stage === 'prod'
      ? `PRODUCTION WITHOUT A PINNED IMAGE: the sandbox spec '${id}' names ${image}`
      : `The sandbox spec '${id}' names ${image}`;
  return `${risk} by a tag: the owner of the registry may move it, and so decides what new sandboxes run, and a failing registry stops all starts. \`npm run pin-image -- --image ${image}\` prints its digest; \`npm run mirror-image -- --spec ${id}\` brings it into your account and prints the setting 'images' that names it by digest (docs/deploy.md).`;
}
