import { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { DEPLOYMENT_TAG, ORPHAN_TAG, SNAPSHOT_TAG } from '../../shared/domain/sandboxes/record/disks.ts';
import { acknowledge } from './acknowledge.ts';
import { serviceForOwnAccount } from './own-account.ts';

export interface SandboxDisksProps {
  /** The value of the deployment tag of volumes and snapshots. */
  readonly deployment: string;
  /** KMS keys of the operator that disks can use, besides AWS's key for EBS. */
  readonly keyArns: readonly string[];
}

/** Permissions on the volumes and snapshots of sandboxes, which have this deployment's tag. */
export class SandboxDisks extends Construct {
  readonly #deployment: string;
  readonly #volumeRole: Role;
  readonly #keyArns: readonly string[];

  constructor(scope: Construct, id: string, { deployment, keyArns }: SandboxDisksProps) {
    super(scope, id);
    this.#deployment = deployment;
    this.#keyArns = keyArns;
    const policy = ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonECSInfrastructureRolePolicyForVolumes');
    this.#volumeRole = new Role(this, 'VolumeRole', {
      assumedBy: serviceForOwnAccount(this, 'ecs.amazonaws.com'),
      managedPolicies: [policy],
      description: 'Of ECS itself: makes, mounts and deletes the volumes of sandboxes',
    });
    acknowledge(this.#volumeRole, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonECSInfrastructureRolePolicyForVolumes]':
        'AWS maintains this policy for ECS. It covers only volumes that ECS made and tagged.',
    });
    if (keyArns.length > 0) this.#allowKeys(keyArns);
  }

  /** Lets the function pass the volume role to ECS. */
  allowPassVolumeRole(fn: LambdaFunction): void {
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['iam:PassRole'],
        resources: [this.#volumeRole.roleArn],
        conditions: { StringEquals: { 'iam:PassedToService': 'ecs.amazonaws.com' } },
      }),
    );
    fn.addEnvironment('VOLUME_ROLE_ARN', this.#volumeRole.roleArn);
    fn.addEnvironment('DEPLOYMENT', this.#deployment);
  }

  /** Lets the function copy a volume to a snapshot, and find and delete snapshots. */
  allowCopy(fn: LambdaFunction): void {
    const { volumes, snapshots } = this.#arns();
    const onOwn = { StringEquals: { [`aws:ResourceTag/${DEPLOYMENT_TAG}`]: this.#deployment } };
    const toOwn = { StringEquals: { [`aws:RequestTag/${DEPLOYMENT_TAG}`]: this.#deployment } };
    const whenMade = { StringEquals: { 'ec2:CreateAction': 'CreateSnapshot' } };
    const statements = [
      { actions: ['ec2:CreateSnapshot'], resources: [volumes], conditions: onOwn },
      { actions: ['ec2:CreateSnapshot'], resources: [snapshots], conditions: toOwn },
      { actions: ['ec2:CreateTags'], resources: [snapshots], conditions: whenMade },
      { actions: ['ec2:DeleteSnapshot'], resources: [snapshots], conditions: onOwn },
      // This action takes no resource.
      { actions: ['ec2:DescribeSnapshots'], resources: ['*'] },
    ];
    for (const statement of statements) fn.addToRolePolicy(new PolicyStatement(statement));
    this.#explain(fn);
    fn.addEnvironment('DEPLOYMENT', this.#deployment);
  }

  /** Lets the function find and delete volumes. */
  allowDeleteVolumes(fn: LambdaFunction): void {
    const { volumes } = this.#arns();
    const onOwn = { StringEquals: { [`aws:ResourceTag/${DEPLOYMENT_TAG}`]: this.#deployment } };
    fn.addToRolePolicy(new PolicyStatement({ actions: ['ec2:DeleteVolume'], resources: [volumes], conditions: onOwn }));
    // This action takes no resource.
    fn.addToRolePolicy(new PolicyStatement({ actions: ['ec2:DescribeVolumes'], resources: ['*'] }));
    this.#explain(fn);
  }

  #explain(fn: LambdaFunction): void {
    const reason =
      'Volumes and snapshots come and go without a deployment. The tag of the deployment bounds this permission.';
    acknowledge(fn.role ?? fn, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>:<AWS::AccountId>:volume/*]': reason,
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>::snapshot/*]': reason,
    });
  }

  /** Lets the function tag disks as orphans and snapshots as those of owners, and change no other tag. */
  allowNoteOrphans(fn: LambdaFunction): void {
    const { volumes, snapshots } = this.#arns();
    const grants = [
      { resources: [volumes, snapshots], tag: ORPHAN_TAG },
      { resources: [snapshots], tag: SNAPSHOT_TAG },
    ];
    for (const { resources, tag } of grants)
      fn.addToRolePolicy(
        new PolicyStatement({
          actions: ['ec2:CreateTags'],
          resources,
          conditions: {
            StringEquals: { [`aws:ResourceTag/${DEPLOYMENT_TAG}`]: this.#deployment },
            'ForAllValues:StringEquals': { 'aws:TagKeys': [tag] },
          },
        }),
      );
  }

  /** Lets the function read the blocks of snapshots, without a volume. */
  allowReadSaved(fn: LambdaFunction): void {
    this.#allowOnSaved(fn, ['ebs:GetSnapshotBlock', 'ebs:ListSnapshotBlocks']);
    this.#allowOpenSnapshots(fn);
  }

  /** Lets the function list the blocks in which two snapshots differ. */
  allowCompareSaved(fn: LambdaFunction): void {
    this.#allowOnSaved(fn, ['ebs:ListChangedBlocks']);
  }

  #allowOnSaved(fn: LambdaFunction, actions: string[]): void {
    const { snapshots } = this.#arns();
    fn.addToRolePolicy(
      new PolicyStatement({
        actions,
        resources: [snapshots],
        conditions: { StringEquals: { [`aws:ResourceTag/${DEPLOYMENT_TAG}`]: this.#deployment } },
      }),
    );
    const reason = 'Snapshots come and go without a deployment. The tag of the deployment bounds this permission.';
    acknowledge(fn.role ?? fn, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>::snapshot/*]': reason,
    });
  }

  /** EBS decrypts blocks with the rights of the caller. AWS makes its key for EBS with the first disk. */
  #allowOpenSnapshots(fn: LambdaFunction): void {
    const keys = Stack.of(this).formatArn({ service: 'kms', resource: 'key', resourceName: '*' });
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['kms:Decrypt'],
        resources: [keys],
        conditions: { 'ForAnyValue:StringEquals': { 'kms:ResourceAliases': 'alias/aws/ebs' } },
      }),
    );
    if (this.#keyArns.length > 0) {
      fn.addToRolePolicy(new PolicyStatement({ actions: ['kms:Decrypt'], resources: [...this.#keyArns] }));
    }
    const reason = "Only AWS's own key for EBS has this alias. Its ID is not known before the first disk.";
    acknowledge(fn.role ?? fn, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:kms:<AWS::Region>:<AWS::AccountId>:key/*]': reason,
    });
  }

  /** ARNs of snapshots contain no account. */
  #arns(): { readonly volumes: string; readonly snapshots: string } {
    const arn = { service: 'ec2', resourceName: '*' };
    return {
      volumes: Stack.of(this).formatArn({ ...arn, resource: 'volume' }),
      snapshots: Stack.of(this).formatArn({ ...arn, resource: 'snapshot', account: '' }),
    };
  }

  /** Lets EBS use the keys on behalf of the volume role. The policies of the keys must allow it too. */
  #allowKeys(keyArns: readonly string[]): void {
    const viaEc2 = { 'kms:ViaService': `ec2.${Stack.of(this).region}.amazonaws.com` };
    this.#volumeRole.addToPolicy(
      new PolicyStatement({
        actions: [
          'kms:Decrypt',
          'kms:DescribeKey',
          'kms:GenerateDataKeyWithoutPlaintext',
          'kms:ReEncryptFrom',
          'kms:ReEncryptTo',
        ],
        resources: [...keyArns],
        conditions: { StringEquals: viaEc2 },
      }),
    );
    this.#volumeRole.addToPolicy(
      new PolicyStatement({
        actions: ['kms:CreateGrant'],
        resources: [...keyArns],
        conditions: { StringEquals: viaEc2, Bool: { 'kms:GrantIsForAWSResource': 'true' } },
      }),
    );
  }
}
