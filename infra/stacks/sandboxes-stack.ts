import { NestedStack, Stack } from 'aws-cdk-lib';
import { Cluster, ContainerInsights } from 'aws-cdk-lib/aws-ecs';
import { type IPrincipal, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import { Key } from 'aws-cdk-lib/aws-kms';
import { Construct } from 'constructs';
import { sandboxLogsOf } from '../api/names.ts';
import { prefixOf, type Settings } from '../config.ts';
import { acknowledge } from '../constructs/acknowledge.ts';
import { makeCustomResource } from '../constructs/custom-resource.ts';
import { makeLogGroup } from '../constructs/log-group.ts';
import { SandboxDisks } from '../constructs/sandbox-disks.ts';
import { SandboxNetwork } from '../constructs/sandbox-network.ts';
import { SandboxRunner } from '../constructs/sandbox-runner.ts';
import { letPullOwned, SandboxTask } from '../constructs/sandbox-task.ts';
import type { Specs } from '../specs/catalogue.ts';

/**
 * The network, ECS cluster and task definitions of sandboxes. A nested stack beside its users: a subnet leaves their
 * environment before it is deleted, which exports would not allow.
 */
export class SandboxesStack extends NestedStack {
  readonly disks: SandboxDisks;
  readonly runner: SandboxRunner;

  constructor(scope: Construct, settings: Settings, specs: Specs) {
    super(scope, 'Sandboxes', {
      description: 'Agent Conversation Service: network, cluster and task definitions of the sandboxes',
    });
    const network = new SandboxNetwork(this, 'Network', { settings, specs });
    const clusterName = prefixOf(settings);
    const cluster = new Cluster(this, 'Cluster', {
      clusterName,
      // Without it, the CDK would make a network with gateways that are charged by the hour.
      vpc: network.vpc,
      // Starts name FARGATE_SPOT. A strategy is only accepted for providers that the cluster has.
      enableFargateCapacityProviders: true,
      containerInsightsV2: ContainerInsights.DISABLED,
      // The key of volumes for which RunTask names none; by default, AWS's key for EBS.
      ...(settings.volumeKeyArn === undefined
        ? {}
        : { managedStorageConfiguration: { kmsKey: Key.fromKeyArn(this, 'VolumeKey', settings.volumeKeyArn) } }),
    });
    cluster.node.addDependency(new ServiceLinkedRole(this, 'ServiceLinkedRole', settings));
    acknowledge(cluster, {
      'AwsSolutions-ECS4':
        'Container Insights is charged for each task. The service itself records the state and times of every sandbox.',
    });
    const executionRole = new Role(this, 'ExecutionRole', {
      assumedBy: tasksOf(this),
      description: 'Of Fargate itself: writes the logs of sandboxes',
    });
    this.disks = new SandboxDisks(this, 'Disks', {
      deployment: prefixOf(settings),
      keyArns: [settings.volumeKeyArn ?? [], settings.ebsKeyArns ?? []].flat(),
    });
    const logGroup = makeLogGroup(this, 'Logs', settings, sandboxLogsOf(settings));
    logGroup.grantWrite(executionRole);
    const familyPrefix = `${prefixOf(settings)}-`;
    for (const spec of specs) {
      const family = `${familyPrefix}${spec.id}`;
      new SandboxTask(this, spec.id, { spec, family, executionRole, logGroup, settings });
    }
    letPullOwned(this, { executionRole, settings });
    this.runner = new SandboxRunner(this, 'Runner', {
      cluster,
      clusterName,
      familyPrefix,
      executionRole,
      logGroup,
      disks: this.disks,
      deployment: prefixOf(settings),
      launchesPerSecond: settings.launchesPerSecond,
      network,
    });
  }
}

/** Fargate, for tasks of this account and Region only: tasks of other accounts cannot make it assume the role. */
function tasksOf(stack: Stack): IPrincipal {
  return new ServicePrincipal('ecs-tasks.amazonaws.com', {
    conditions: {
      StringEquals: { 'aws:SourceAccount': stack.account },
      ArnLike: { 'aws:SourceArn': `arn:${stack.partition}:ecs:${stack.region}:${stack.account}:*` },
    },
  });
}

/** ECS's service-linked role. An account gets it with its first cluster or here. It is never deleted. */
class ServiceLinkedRole extends Construct {
  constructor(scope: Construct, id: string, settings: Settings) {
    super(scope, id);
    const { partition, account } = Stack.of(this);
    const linked = `arn:${partition}:iam::${account}:role/aws-service-role/ecs.amazonaws.com/AWSServiceRoleForECS`;
    const make = new PolicyStatement({
      actions: ['iam:CreateServiceLinkedRole'],
      resources: [linked],
      conditions: { StringEquals: { 'iam:AWSServiceName': 'ecs.amazonaws.com' } },
    });
    const look = new PolicyStatement({ actions: ['iam:GetRole'], resources: [linked] });
    makeCustomResource(this, {
      name: 'service-linked-role',
      resourceType: 'Custom::EcsServiceLinkedRole',
      description: "Makes ECS's service-linked role in an account that has none",
      statements: [make, look],
      settings,
    });
  }
}
