import { Fields } from '../http/fields.ts';
import type { BashRequest } from './bash-event.ts';

const defaultTimeoutSeconds = 300;
/** A timer cannot run longer; no sandbox lives as long. */
const longestTimeoutSeconds = 2_000_000;

/** Reads what a client wants to run. Fields that it does not know are ignored. @throws HttpError 422 */
export function readBashRequest(body: unknown): BashRequest {
  const fields = new Fields(body);
  fields.require('command');
  const request = {
    command: fields.string('command') ?? '',
    cwd: fields.string('cwd') ?? null,
    timeout: fields.integer('timeout') ?? defaultTimeoutSeconds,
  };
  fields.finish();
  return { ...request, timeout: Math.min(Math.max(0, request.timeout), longestTimeoutSeconds) };
}
