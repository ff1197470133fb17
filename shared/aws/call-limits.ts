/**
 * How long one call of ECS or EC2 may take. Both answer within a second when they are well, and whoever asks looks again when they are not, so a call that hangs is
 * given up long before the time of its Lambda: a stream consumer that waited for one sandbox would hold up the others behind it. In milliseconds.
 */
const handler = { connectionTimeout: 1_000, requestTimeout: 4_000, throwOnRequestTimeout: true };

/** For what is safe to repeat. One more try spares most throttled calls a whole pass; 11 seconds at the worst. */
export const repeatable = { requestHandler: handler, maxAttempts: 2 };

/** For the database, whose transactions carry a token of their own: the SDK repeats them as often as it does by itself. */
export const database = { requestHandler: handler };

/** For what must not be done twice: the SDK would repeat a call whose answer was lost. */
export const once = { requestHandler: handler, maxAttempts: 1 };

/** For a page of a list of all there is: EC2 searches every snapshot of an account for a tag. Only the sweep asks for those, and nobody waits behind it. */
export const listing = { requestTimeout: 15_000 };
