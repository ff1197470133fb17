import type { Service } from './json-rpc/endpoint.ts';
import { readErrorBody } from './json-rpc/error-body.ts';
import type { JsonService } from './json-rpc/sender.ts';
import { RefusedError } from './signed-requests.ts';

/** A service whose calls are safe to repeat: with one retry, as `repeatable` has. It fails with `RefusedError`. */
export function repeatableService(name: Service, target: string): JsonService {
  return {
    name,
    target,
    contentType: 'application/x-amz-json-1.1',
    retries: { maxAttempts: 2, baseDelay: 100 },
    errorOf(status, text) {
      const { name: error, message } = readErrorBody(text);
      return new RefusedError(error, message, status);
    },
  };
}
