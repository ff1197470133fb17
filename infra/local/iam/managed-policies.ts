import { UnsupportedPolicyError } from './condition.ts';

const streams = ['DescribeStream', 'GetRecords', 'GetShardIterator', 'ListStreams'].map((name) => `dynamodb:${name}`);

/** Policies that AWS itself owns: what each allows on the services that run locally. Logs, metrics and traces are not among them. */
const documents: Readonly<Record<string, unknown>> = {
  AWSLambdaBasicExecutionRole: { Statement: [] },
  AWSLambdaVPCAccessExecutionRole: { Statement: [] },
  AWSXRayDaemonWriteAccess: { Statement: [] },
  CloudWatchLambdaInsightsExecutionRolePolicy: { Statement: [] },
  AWSLambdaDynamoDBExecutionRole: { Statement: [{ Effect: 'Allow', Action: streams, Resource: '*' }] },
};

/** @throws UnsupportedPolicyError for a policy that is not listed. */
export function managedPolicyDocument(arn: string): unknown {
  const name = arn.split('/').at(-1) ?? '';
  const document = documents[name];
  if (document === undefined) throw new UnsupportedPolicyError(`the AWS managed policy ${arn}`);
  return document;
}
