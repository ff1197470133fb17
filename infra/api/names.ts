import { Fn } from 'aws-cdk-lib';
import { prefixOf, type Settings } from '../config.ts';

type Named = Pick<Settings, 'name' | 'stage'>;

/**
 * The name of a function in AWS. It follows from the id, so that nothing refers to the function's stack in order to
 * name it, and an operator finds it by what the contract calls it.
 */
export function functionNameOf(settings: Named, id: string): string {
  return `${prefixOf(settings)}-${id}`;
}

/** The log group of a function, where Lambda looks for it by itself. */
export function logGroupNameOf(settings: Named, id: string): string {
  return `/aws/lambda/${functionNameOf(settings, id)}`;
}

/** The log group of the API's access log. */
export function accessLogsOf(settings: Named): string {
  return `/aws/apigateway/${prefixOf(settings)}`;
}

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
