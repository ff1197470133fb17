import * as z from 'zod';
import { log } from '../log.ts';
import { requestTo } from '../outbound/http-request.ts';

/** The event of CloudFormation for a custom resource. */
const Request = z.object({
  RequestType: z.enum(['Create', 'Update', 'Delete']),
  ResponseURL: z.url(),
  StackId: z.string(),
  RequestId: z.string(),
  LogicalResourceId: z.string(),
  PhysicalResourceId: z.string().optional(),
});
export type CustomResourceRequest = z.infer<typeof Request>;

interface Work {
  /** The physical id of a new resource. */
  readonly physicalId: string;
  /** Creates or updates. Does not run for a deletion. Operators see its errors, which must not contain secrets. */
  readonly run: () => Promise<unknown>;
  /** Timeout of `run` in milliseconds. */
  readonly withinMilliseconds: number;
}

/** The most attempts to send the response, and the timeout of each in milliseconds. */
const SENDS = 3;
const SEND_MS = 4_000;

/** Maximum time for the response in milliseconds. Work must end this long before the timeout of its function. */
export const ANSWER_MS = SENDS * SEND_MS + 1_000;

/** Maximum length of a reason. CloudFormation accepts 4,096 bytes in total. */
const REASON_LENGTH = 1_000;

/** @returns undefined for an event that CloudFormation did not send */
export function customResourceRequest(event: unknown): CustomResourceRequest | undefined {
  if (typeof event !== 'object' || event === null || !('ResponseURL' in event)) return undefined;
  return Request.parse(event);
}

/**
 * Does the work for CloudFormation and sends the response. Without one, the stack waits for an hour. The signed URL is
 * not logged.
 *
 * @throws when the response cannot be sent
 */
export async function answerCustomResource(request: CustomResourceRequest, work: Work): Promise<void> {
  const { StackId, RequestId, LogicalResourceId, PhysicalResourceId = work.physicalId, ResponseURL } = request;
  const reason = request.RequestType === 'Delete' ? undefined : await problemOf(work);
  const answer = {
    Status: reason === undefined ? 'SUCCESS' : 'FAILED',
    ...(reason !== undefined && { Reason: reason.slice(0, REASON_LENGTH) }),
    StackId,
    RequestId,
    LogicalResourceId,
    PhysicalResourceId,
  };
  await send(ResponseURL, JSON.stringify(answer));
}

/** @returns undefined on success */
async function problemOf({ run, withinMilliseconds }: Work): Promise<string | undefined> {
  const { promise: late, reject } = Promise.withResolvers<never>();
  const limit = setTimeout(
    () => reject(new Error(`it took longer than ${Math.round(withinMilliseconds / 1000)} seconds`)),
    withinMilliseconds,
  );
  try {
    await Promise.race([run(), late]);
    return undefined;
  } catch (error) {
    log.error('a custom resource failed', { error });
    return error instanceof Error ? `${error.name}: ${error.message}` : 'an error without a message';
  } finally {
    clearTimeout(limit);
  }
}

async function send(url: string, body: string): Promise<void> {
  let problem = '';
  for (let sent = 0; sent < SENDS; sent += 1) {
    try {
      const status = await put(url, body);
      if (status >= 200 && status < 300) return;
      problem = `status ${status}`;
    } catch (error) {
      problem = error instanceof Error ? error.name : 'no answer';
    }
  }
  throw new Error(`CloudFormation did not accept the response of a custom resource: ${problem}`);
}

/** @returns the status of the response */
function put(url: string, body: string): Promise<number> {
  // The URL is signed for an empty type.
  const headers = { 'content-type': '', 'content-length': Buffer.byteLength(body) };
  const options = { method: 'PUT', headers, body, signal: AbortSignal.timeout(SEND_MS) };
  return requestTo(new URL(url), options, async (response) => response.statusCode ?? 0);
}
