import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * How long one call of ECS or EC2 may take, in milliseconds. Both normally answer within a second, and callers repeat
 * failed calls, so a call that hangs ends long before the timeout of its Lambda: a stream consumer that waits for one
 * sandbox would delay the others behind it.
 */
export const patience = { connectionTimeout: 1_000, requestTimeout: 4_000, throwOnRequestTimeout: true };

/** One for all clients, so that they share its connections. */
const handler = new NodeHttpHandler(patience);

/** For calls that are safe to repeat. A second try saves most throttled calls a whole pass; 11 seconds at the worst. */
export const repeatable = { requestHandler: handler, maxAttempts: 2 };

/** For the database, whose transactions carry a token of their own: the SDK's default retries are safe. */
export const database = { requestHandler: handler };

/** For calls that must not be repeated: the SDK would repeat a call whose answer was lost. */
export const once = { requestHandler: handler, maxAttempts: 1 };

/** EC2 searches every snapshot of an account for a tag. Only the sweep calls it so, and no work waits for it. */
export const listing = { requestTimeout: 15_000 };
