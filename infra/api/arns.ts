import { Fn } from 'aws-cdk-lib';
import { functionNameOf, type Named } from './names.ts';

/** The ARN of a function, or with the id `*` of all functions of the deployment. */
export function functionArnOf(settings: Named, id: string): string {
  return Fn.sub(`${ARN_BEGIN}${functionNameOf(settings, id)}`);
}

/** The URI by which API Gateway invokes a function, for the whole answer or for one that comes in pieces. */
export function invocationUriOf(settings: Named, id: string, { streamed = false } = {}): string {
  const [version, action] = streamed ? ['2021-11-15', 'response-streaming-invocations'] : ['2015-03-31', 'invocations'];
  const gateway = `arn:\${AWS::Partition}:apigateway:\${AWS::Region}:lambda:path/${version}/functions`;
  return Fn.sub(`${gateway}/${ARN_BEGIN}${functionNameOf(settings, id)}/${action}`);
}

const ARN_BEGIN = `arn:\${AWS::Partition}:lambda:\${AWS::Region}:\${AWS::AccountId}:function:`;
