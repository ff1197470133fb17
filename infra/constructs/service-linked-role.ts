import { CustomResource, Duration, Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { makeResourceFunction } from './resource-function.ts';

/** ECS's service-linked role, which an account has since its first cluster, or gets here. It is never removed. */
export class ServiceLinkedRole extends Construct {
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
    const lambda = makeResourceFunction(this, {
      name: 'service-linked-role',
      description: "Makes ECS's service-linked role in an account that has none",
      statements: [make, look],
      settings,
    });
    new CustomResource(this, 'Resource', {
      resourceType: 'Custom::EcsServiceLinkedRole',
      serviceToken: lambda.functionArn,
      serviceTimeout: Duration.minutes(5),
    });
  }
}
