import { UnsupportedPolicyError } from './condition.ts';

/** AWS's own policies, as far as they concern services that run locally. */
const documents: Readonly<Record<string, unknown>> = {
  AWSLambdaBasicExecutionRole: { Statement: [] },
};

/** @throws UnsupportedPolicyError for a policy that is not listed. */
export function managedPolicyDocument(arn: string): unknown {
  const name = arn.split('/').at(-1) ?? '';
  const document = documents[name];
  if (document === undefined) throw new UnsupportedPolicyError(`the AWS managed policy ${arn}`);
  return document;
}
