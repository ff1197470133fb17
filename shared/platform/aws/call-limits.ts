import { NodeHttpHandler } from '@smithy/node-http-handler';

/**
 * Timeouts of calls to AWS in milliseconds. Calls normally take less than a second, and callers retry failures. So a
 * call that hangs ends long before the timeout of its function, which would delay all other records of a stream.
 */
export const patience = { connectionTimeout: 1_000, requestTimeout: 4_000, throwOnRequestTimeout: true };

/** Shared by all clients, with its connections. */
const handler = new NodeHttpHandler(patience);

/** For calls that are safe to repeat. A second attempt succeeds for most throttled calls. 11 seconds at most. */
export const repeatable = { requestHandler: handler, maxAttempts: 2 };

/** For DynamoDB. Its transactions have tokens, so the SDK's default retries are safe. */
export const database = { requestHandler: handler };

/** For calls that must not be repeated, as the SDK would do after a lost response. */
export const once = { requestHandler: handler, maxAttempts: 1 };

/** For searches by tag, in which EC2 examines all snapshots of the account. */
export const listing = { requestTimeout: 15_000 };

/** For clients that repeat calls themselves. */
export const sharedHandler = handler;
