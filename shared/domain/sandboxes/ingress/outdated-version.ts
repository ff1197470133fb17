import { ConflictException, ValidationException } from '@aws-sdk/client-cloudfront-keyvaluestore';

/** Whether another writer changed the edge's store. CloudFront reports an outdated version in two ways. */
export function isOutdatedVersion(error: unknown): boolean {
  return (
    error instanceof ConflictException ||
    (error instanceof ValidationException && /pre-?condition|e-?tag|if-?match/i.test(error.message))
  );
}
