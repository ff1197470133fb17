import { Stack } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { Construct } from 'constructs';
import type { Settings } from '../config.ts';
import { makeCustomResource } from './custom-resource.ts';

/** ECS's service-linked role. An account gets it with its first cluster or here. It is never deleted. */
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
    makeCustomResource(this, {
      name: 'service-linked-role',
      resourceType: 'Custom::EcsServiceLinkedRole',
      description: "Makes ECS's service-linked role in an account that has none",
      statements: [make, look],
      settings,
    });
  }
}
