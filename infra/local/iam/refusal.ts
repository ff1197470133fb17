import { AwsError } from '../aws/aws-error.ts';
import { isQueryService } from '../aws/query.ts';
import type { AnyService } from '../aws/service.ts';
import type { PermissionRequest } from './policy.ts';
import type { Principal } from './principal.ts';

/** A call that the role of a function does not allow. */
export interface Denial {
  /** Id of the calling function. */
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
}

/** The error of a service for an access key that the local cloud never issued. */
export function unknownKey(service: AnyService): AwsError {
  if (service === 'ec2') {
    return new AwsError('AuthFailure', 'AWS was not able to validate the provided access credentials', 401);
  }
  const message = 'The security token included in the request is invalid.';
  if (isQueryService(service)) return new AwsError('InvalidClientTokenId', message, 403);
  return new AwsError('UnrecognizedClientException', message, isRest(service) ? 403 : 400);
}

/** The error of a service for a call that the caller's role does not allow, worded as in AWS. */
export function refusal(
  service: AnyService,
  { sessionArn }: Principal,
  { action, resource }: PermissionRequest,
): AwsError {
  const reason = `because no identity-based policy allows the ${action} action`;
  // EC2 names no resource for operations that have none.
  const on = service === 'ec2' && resource === '*' ? '' : ` on resource: ${resource}`;
  const sentence = `User: ${sessionArn} is not authorized to perform: ${action}${on} ${reason}`;
  if (service === 'ec2') {
    return new AwsError('UnauthorizedOperation', `You are not authorized to perform this operation. ${sentence}`, 403);
  }
  if (isQueryService(service)) return new AwsError('AccessDenied', sentence, 403);
  return new AwsError('AccessDeniedException', sentence, isRest(service) ? 403 : 400);
}

/** APIs with methods and paths use the statuses of HTTP. */
function isRest(service: AnyService): boolean {
  return ['lambda', 'cloudfront-keyvaluestore', 'ebs', 'ses'].includes(service);
}

/** The log line of a denial, because the caller may hide it. */
export function denialLine({ caller, action, resource }: Denial): string {
  return `function ${caller} was denied ${action} on ${resource}`;
}
