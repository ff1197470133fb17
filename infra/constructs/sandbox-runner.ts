import { Fn, Stack } from 'aws-cdk-lib';
import type { ISecurityGroup } from 'aws-cdk-lib/aws-ec2';
import type { ICluster } from 'aws-cdk-lib/aws-ecs';
import type { EventPattern } from 'aws-cdk-lib/aws-events';
import { type IRole, PolicyStatement } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import type { ILogGroup } from 'aws-cdk-lib/aws-logs';
import { Construct } from 'constructs';
import { OWN_FAMILY } from '../../shared/domain/sandboxes/specs/task-definition.ts';
import type { Settings } from '../config.ts';
import { acknowledge } from './acknowledge.ts';
import type { SandboxDisks } from './sandbox-disks.ts';

export interface SandboxRunnerProps {
  readonly cluster: ICluster;
  readonly clusterName: string;
  readonly familyPrefix: string;
  readonly executionRole: IRole;
  readonly logGroup: ILogGroup;
  readonly disks: SandboxDisks;
  /** The value of the tag `service` of everything in this deployment. */
  readonly deployment: string;
  /** The limit of task starts per second over all functions. */
  readonly launchesPerSecond: number;
  readonly network: { readonly subnetIds: readonly string[]; readonly sandboxSecurityGroup: ISecurityGroup };
}

/** Permissions on tasks, which only workers have, and on the logs of tasks. */
export class SandboxRunner extends Construct {
  readonly #props: SandboxRunnerProps;

  constructor(scope: Construct, id: string, props: SandboxRunnerProps) {
    super(scope, id);
    this.#props = props;
  }

  /** The state changes of sandbox tasks. */
  get taskChanges(): EventPattern {
    return {
      source: ['aws.ecs'],
      detailType: ['ECS Task State Change'],
      detail: { clusterArn: [this.#props.cluster.clusterArn] },
    };
  }

  /** The end of each snapshot in the account. Events have no tags, so the worker looks up the sandbox. */
  get snapshotEnds(): EventPattern {
    return {
      source: ['aws.ec2'],
      detailType: ['EBS Snapshot Notification'],
      detail: { event: ['createSnapshot'] },
    };
  }

  /** Lets the function start tasks of any spec, only in the sandboxes' cluster and with their roles. */
  allowRun(fn: LambdaFunction): void {
    const { familyPrefix, network, disks, launchesPerSecond } = this.#props;
    this.#allowInCluster(fn, 'ecs:RunTask', 'task-definition', `${familyPrefix}*:*`);
    this.#allowPassRole(fn);
    disks.allowPassVolumeRole(fn);
    fn.addEnvironment('LAUNCHES_PER_SECOND', String(launchesPerSecond));
    fn.addEnvironment('TASK_FAMILY_PREFIX', familyPrefix);
    fn.addEnvironment('TASK_SUBNETS', Fn.join(',', [...network.subnetIds]));
    fn.addEnvironment('TASK_SECURITY_GROUPS', network.sandboxSecurityGroup.securityGroupId);
  }

  /**
   * Lets the function register and deregister the task definitions of owners' specs. These actions take no resource:
   * the tag of this deployment, and the only role that can be passed, bound what it can register. It has no variables
   * of its own where owners make no specs, and then registers nothing.
   */
  allowRegister(fn: LambdaFunction, { ownerSpecs }: Pick<Settings, 'ownerSpecs'>): void {
    const { familyPrefix, executionRole, logGroup, deployment } = this.#props;
    fn.addEnvironment('TASK_FAMILY_PREFIX', familyPrefix);
    fn.addEnvironment('TASK_EXECUTION_ROLE_ARN', executionRole.roleArn);
    fn.addEnvironment('TASK_LOG_GROUP', logGroup.logGroupName);
    // Without the setting, it still deregisters what owners made before.
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['ecs:DeregisterTaskDefinition', 'ecs:ListTaskDefinitions'],
        resources: ['*'],
      }),
    );
    acknowledge(fn.role ?? fn, {
      'AwsSolutions-IAM5[Resource::*]': 'IAM bounds these actions of ECS by no resource.',
    });
    if (!ownerSpecs) return;
    const service = { StringEquals: { 'aws:RequestTag/service': deployment } };
    fn.addToRolePolicy(
      new PolicyStatement({ actions: ['ecs:RegisterTaskDefinition'], resources: ['*'], conditions: service }),
    );
    const families = `${familyPrefix}${OWN_FAMILY}*:*`;
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['ecs:TagResource'],
        resources: [Stack.of(this).formatArn({ service: 'ecs', resource: 'task-definition', resourceName: families })],
        conditions: { StringEquals: { 'ecs:CreateAction': 'RegisterTaskDefinition' } },
      }),
    );
    const finding = `arn:<AWS::Partition>:ecs:<AWS::Region>:<AWS::AccountId>:task-definition/${families}`;
    acknowledge(fn.role ?? fn, {
      [`AwsSolutions-IAM5[Resource::${finding}]`]: "Owners' specs come and go without a deployment.",
    });
    this.#allowPassRole(fn);
  }

  /** Only Fargate's own role: tasks have none. */
  #allowPassRole(fn: LambdaFunction): void {
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.#props.executionRole.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'ecs-tasks.amazonaws.com' } },
      }),
    );
  }

  allowStop(fn: LambdaFunction): void {
    this.#allowInCluster(fn, 'ecs:StopTask', 'task', this.#anyTask());
  }

  allowDescribe(fn: LambdaFunction): void {
    this.#allowInCluster(fn, 'ecs:DescribeTasks', 'task', this.#anyTask());
  }

  /** The condition on the cluster bounds this permission: listing takes no resource. */
  allowList(fn: LambdaFunction): void {
    this.#addStatement(fn, 'ecs:ListTasks', '*');
  }

  /** Lets the function look up the public address of a task. This action takes no resource. */
  allowFindAddress(fn: LambdaFunction): void {
    fn.addToRolePolicy(new PolicyStatement({ actions: ['ec2:DescribeNetworkInterfaces'], resources: ['*'] }));
  }

  /** Lets the function read the logs of all tasks. The rows of its callers say which are theirs. */
  allowReadLogs(fn: LambdaFunction): void {
    const { logGroup } = this.#props;
    fn.addToRolePolicy(new PolicyStatement({ actions: ['logs:GetLogEvents'], resources: [logGroup.logGroupArn] }));
    fn.addEnvironment('TASK_LOG_GROUP', logGroup.logGroupName);
  }

  allowSearchLogs(fn: LambdaFunction): void {
    const { logGroup } = this.#props;
    fn.addToRolePolicy(new PolicyStatement({ actions: ['logs:FilterLogEvents'], resources: [logGroup.logGroupArn] }));
    fn.addEnvironment('TASK_LOG_GROUP', logGroup.logGroupName);
  }

  #anyTask(): string {
    return `${this.#props.clusterName}/*`;
  }

  #allowInCluster(fn: LambdaFunction, action: string, resource: string, resourceName: string): void {
    this.#addStatement(fn, action, Stack.of(this).formatArn({ service: 'ecs', resource, resourceName }));
    const finding = `arn:<AWS::Partition>:ecs:<AWS::Region>:<AWS::AccountId>:${resource}/${resourceName}`;
    acknowledge(fn.role ?? fn, {
      [`AwsSolutions-IAM5[Resource::${finding}]`]:
        'Tasks and revisions of task definitions come and go without a deployment. Family names and the cluster bound this permission.',
    });
  }

  #addStatement(fn: LambdaFunction, action: string, resource: string): void {
    const { cluster, clusterName } = this.#props;
    const conditions = { ArnEquals: { 'ecs:cluster': cluster.clusterArn } };
    fn.addToRolePolicy(new PolicyStatement({ actions: [action], resources: [resource], conditions }));
    fn.addEnvironment('ECS_CLUSTER', clusterName);
  }
}
