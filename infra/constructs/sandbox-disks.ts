import { Stack } from 'aws-cdk-lib';
import { ManagedPolicy, PolicyStatement, Role, ServicePrincipal } from 'aws-cdk-lib/aws-iam';
import type { Function as LambdaFunction } from 'aws-cdk-lib/aws-lambda';
import { Construct } from 'constructs';
import { DEPLOYMENT_TAG, ORPHAN_TAG } from '../../shared/domain/sandboxes/record/disks.ts';
import { acknowledge } from './acknowledge.ts';

export interface SandboxDisksProps {
  /** What volumes and snapshots of this deployment are tagged with. */
  readonly deployment: string;
  /** KMS keys of the operator under which disks may be, besides the one that AWS keeps for EBS. */
  readonly keyArns: readonly string[];
}

/** Volumes and snapshots of sandboxes. Nothing without this deployment's tag can be touched. */
export class SandboxDisks extends Construct {
  readonly #deployment: string;
  readonly #volumeRole: Role;

  constructor(scope: Construct, id: string, { deployment, keyArns }: SandboxDisksProps) {
    super(scope, id);
    this.#deployment = deployment;
    const policy = ManagedPolicy.fromAwsManagedPolicyName('service-role/AmazonECSInfrastructureRolePolicyForVolumes');
    this.#volumeRole = new Role(this, 'VolumeRole', {
      // Without a condition on the account: AWS documents none for this role, and could refuse every volume by one.
      // Only principals of this account can pass the role.
      assumedBy: new ServicePrincipal('ecs.amazonaws.com'),
      managedPolicies: [policy],
      description: 'Of ECS itself: makes, mounts and removes the volumes of sandboxes',
    });
    acknowledge(this.#volumeRole, {
      'AwsSolutions-IAM4[Policy::arn:<AWS::Partition>:iam::aws:policy/service-role/AmazonECSInfrastructureRolePolicyForVolumes]':
        'The policy that ECS asks for: AWS keeps it in step with what ECS does, and it reaches only volumes that ECS made and tagged.',
    });
    if (keyArns.length > 0) this.#allowKeys(keyArns);
  }

  /** Lets the function hand the role to ECS with a task that gets a volume. */
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

  /** Lets the function find volumes and snapshots, save a volume as a snapshot, and delete either. */
  allowSaveAndDelete(fn: LambdaFunction): void {
    const { volumes, snapshots } = this.#arns();
    const onOwn = { StringEquals: { [`aws:ResourceTag/${DEPLOYMENT_TAG}`]: this.#deployment } };
    const toOwn = { StringEquals: { [`aws:RequestTag/${DEPLOYMENT_TAG}`]: this.#deployment } };
    const whenMade = { StringEquals: { 'ec2:CreateAction': 'CreateSnapshot' } };
    const statements = [
      { actions: ['ec2:CreateSnapshot', 'ec2:DeleteVolume'], resources: [volumes], conditions: onOwn },
      { actions: ['ec2:CreateSnapshot'], resources: [snapshots], conditions: toOwn },
      { actions: ['ec2:CreateTags'], resources: [snapshots], conditions: whenMade },
      { actions: ['ec2:DeleteSnapshot'], resources: [snapshots], conditions: onOwn },
      // EC2 knows no resource for its lists.
      { actions: ['ec2:DescribeVolumes', 'ec2:DescribeSnapshots'], resources: ['*'] },
    ];
    for (const statement of statements) fn.addToRolePolicy(new PolicyStatement(statement));
    const reason =
      'Volumes and snapshots come and go without a deployment; the tag of this one is what bounds this, on what exists and on what is made.';
    acknowledge(fn.role ?? fn, {
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>:<AWS::AccountId>:volume/*]': reason,
      'AwsSolutions-IAM5[Resource::arn:<AWS::Partition>:ec2:<AWS::Region>::snapshot/*]': reason,
    });
    fn.addEnvironment('DEPLOYMENT', this.#deployment);
  }

  /** Lets the function note on disks since when they seem to be orphans, and change no other tag. */
  allowNoteOrphans(fn: LambdaFunction): void {
    const { volumes, snapshots } = this.#arns();
    fn.addToRolePolicy(
      new PolicyStatement({
        actions: ['ec2:CreateTags'],
        resources: [volumes, snapshots],
        conditions: {
          StringEquals: { [`aws:ResourceTag/${DEPLOYMENT_TAG}`]: this.#deployment },
          'ForAllValues:StringEquals': { 'aws:TagKeys': [ORPHAN_TAG] },
        },
      }),
    );
  }

  /** Snapshots have no account in their names. */
  #arns(): { readonly volumes: string; readonly snapshots: string } {
    const arn = { service: 'ec2', resourceName: '*' };
    return {
      volumes: Stack.of(this).formatArn({ ...arn, resource: 'volume' }),
      snapshots: Stack.of(this).formatArn({ ...arn, resource: 'snapshot', account: '' }),
    };
  }

  /** What EBS needs of keys on behalf of the role that makes a volume; the keys' own policies have to allow it too. */
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
