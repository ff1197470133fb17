import { AwsError } from '../aws/aws-error.ts';
import { isQueryService } from '../aws/query.ts';
import type { AnyService } from '../aws/service.ts';
import type { PermissionRequest } from './policy.ts';
import type { Principal } from './principal.ts';

/** A call that a function's role does not allow. */
export interface Denial {
  /** The function, by the id that the code gives it. */
  readonly caller: string;
  readonly action: string;
  readonly resource: string;
}

/** The answer of a service to an access key that the local cloud never issued. */
export function unknownKey(service: AnyService): AwsError {
  if (service === 'ec2') {
    return new AwsError('AuthFailure', 'AWS was not able to validate the provided access credentials', 401);
  }
  const message = 'The security token included in the request is invalid.';
  if (isQueryService(service)) return new AwsError('InvalidClientTokenId', message, 403);
  return new AwsError('UnrecognizedClientException', message, isRest(service) ? 403 : 400);
}

/** What a service answers to a call that the caller's role does not allow, in the words of AWS. */
export function refusal(
  service: AnyService,
  { sessionArn }: Principal,
  { action, resource }: PermissionRequest,
): AwsError {
  const reason = `because no identity-based policy allows the ${action} action`;
  // EC2 does not name the resource of what knows none.
  const on = service === 'ec2' && resource === '*' ? '' : ` on resource: ${resource}`;
  const sentence = `User: ${sessionArn} is not authorized to perform: ${action}${on} ${reason}`;
  if (service === 'ec2') {
    return new AwsError('UnauthorizedOperation', `You are not authorized to perform this operation. ${sentence}`, 403);
  }
  if (isQueryService(service)) return new AwsError('AccessDenied', sentence, 403);
  return new AwsError('AccessDeniedException', sentence, isRest(service) ? 403 : 400);
}

/** APIs with methods and paths also have the statuses of HTTP. */
function isRest(service: AnyService): boolean {
  return service === 'lambda' || service === 'cloudfront-keyvaluestore';
}

/** What the log of the local cloud says of a denial, which its caller may well hide. */
export function denialLine({ caller, action, resource }: Denial): string {
  return `function ${caller} was denied ${action} on ${resource}`;
}
