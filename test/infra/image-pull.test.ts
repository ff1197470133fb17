import { App, Stack, Validations } from 'aws-cdk-lib';
import { Annotations, Match, Template } from 'aws-cdk-lib/assertions';
import { Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { AwsSolutionsChecks } from 'cdk-nag';
import { describe, expect, it } from 'vitest';
import { settingsFor } from '../../infra/config.ts';
import { letPull } from '../../infra/constructs/sandbox-task.ts';
import { specsFor } from '../../infra/specs/catalogue.ts';
import { changedProduction } from './synthesis.ts';

const byDigest = `123456789012.dkr.ecr.eu-west-1.amazonaws.com/mine/agent-server@sha256:${'ab'.repeat(32)}`;

/** A stack whose tasks can pull the image of the default spec. */
function aStack(context: Record<string, unknown>) {
  const app = new App({ builtinCloudFormationValidation: false });
  const stack = new Stack(app, 'Stack');
  const executionRole = new Role(stack, 'Role', { assumedBy: new ServicePrincipal('ecs-tasks.amazonaws.com') });
  const settings = settingsFor((key) => context[key]);
  const [spec] = specsFor(settings, undefined, {});
  letPull(stack, { spec, executionRole, settings });
  return { app, stack };
}

const warnings = (stack: Stack) => Annotations.fromStack(stack).findWarning('*', Match.anyValue());

describe('an image in ECR', () => {
  it('can be pulled only from its repository', () => {
    const { stack } = aStack({ stage: 'prod', images: { openhands: byDigest } });
    const [policy] = Object.values(Template.fromStack(stack).findResources('AWS::IAM::Policy'));

    expect(policy?.Properties.PolicyDocument.Statement).toEqual([
      {
        Effect: 'Allow',
        Action: ['ecr:BatchCheckLayerAvailability', 'ecr:GetDownloadUrlForLayer', 'ecr:BatchGetImage'],
        Resource: {
          'Fn::Join': [
            '',
            ['arn:', { Ref: 'AWS::Partition' }, ':ecr:eu-west-1:123456789012:repository/mine/agent-server'],
          ],
        },
      },
      { Effect: 'Allow', Action: 'ecr:GetAuthorizationToken', Resource: '*' },
    ]);
    expect(warnings(stack)).toEqual([]);
  });

  it('breaks no rule of cdk-nag', () => {
    const { app } = aStack({ stage: 'prod', images: { openhands: byDigest } });
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

    expect(() => app.synth()).not.toThrow();
  });

  it("is the image in its spec's task definition", () => {
    const [definition] = changedProduction().everyResource('AWS::ECS::TaskDefinition');

    expect(definition?.properties.ContainerDefinitions[0].Image).toMatch(
      /^123456789012\.dkr\.ecr\.eu-west-1\.amazonaws\.com\/agent-server@sha256:(ab){32}$/,
    );
    const policies = changedProduction().everyResource('AWS::IAM::Policy');
    expect(policies.filter(({ properties }) => JSON.stringify(properties).includes('ecr:BatchGetImage'))).toHaveLength(
      1,
    );
  });
});

describe('an image that is named by a tag', () => {
  it('is pulled without permissions, and the synthesis explains what to do', () => {
    const { stack } = aStack({ stage: 'dev' });

    expect(Object.keys(Template.fromStack(stack).findResources('AWS::IAM::Policy'))).toEqual([]);
    expect(warnings(stack).map(({ entry }) => entry.data)).toEqual([
      expect.stringMatching(
        /^The sandbox spec 'openhands' names ghcr\.io\/.* by a tag\. .*npm run pin-image -- --image ghcr\.io\/.*docs\/deploy\.md/,
      ),
    ]);
  });

  it('is said loudly in production, and not at all locally', () => {
    const { app, stack } = aStack({ stage: 'prod' });
    const [loud] = warnings(stack);
    Validations.of(app).addPlugins(new AwsSolutionsChecks(app));

    expect(loud?.entry.data).toMatch(/^PRODUCTION WITHOUT A PINNED IMAGE: /);
    // Only a warning, because the default settings can be deployed.
    expect(() => app.synth()).not.toThrow();
    expect(warnings(aStack({ stage: 'local' }).stack)).toEqual([]);
  });
});

describe('the setting images', () => {
  it('is refused for a spec that does not exist, or that runs only locally', () => {
    const withImages = (images: object) => () => specsFor(settingsFor((key) => ({ images, stage: 'prod' })[key]));

    expect(withImages({ opnhands: byDigest })).toThrow("images: there is no sandbox spec 'opnhands'");
    expect(withImages({ reference: byDigest })).toThrow("images: the sandbox spec 'reference' runs only locally.");
  });
});
