import { RemovalPolicy } from 'aws-cdk-lib';
import { PolicyStatement } from 'aws-cdk-lib/aws-iam';
import { LogGroup } from 'aws-cdk-lib/aws-logs';
import type { Construct } from 'constructs';
import type { Settings } from '../config.ts';

/** A log group that is deleted with its stack. CloudFormation chooses the name if none is given. */
export function makeLogGroup(
  scope: Construct,
  id: string,
  { logRetentionDays }: Pick<Settings, 'logRetentionDays'>,
  logGroupName?: string,
): LogGroup {
  return new LogGroup(scope, id, {
    ...(logGroupName === undefined ? {} : { logGroupName }),
    retention: logRetentionDays,
    removalPolicy: RemovalPolicy.DESTROY,
  });
}

/** The permission of a function to write its log. */
export function writeTo({ logGroupArn }: LogGroup): PolicyStatement {
  return new PolicyStatement({ actions: ['logs:CreateLogStream', 'logs:PutLogEvents'], resources: [logGroupArn] });
}
