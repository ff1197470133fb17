import type { Client } from 'openapi-fetch';
import { answerOf } from './answer-of.ts';
import { ApiProblem } from './api-problem.ts';
import type { components, paths } from './api-types.ts';
import { wait } from './retries.ts';

export type DeviceAuthorization = components['schemas']['DeviceAuthorization'];

/** Seconds that `slow_down` adds to the interval when the service names none (RFC 8628, 3.5). */
const SLOWER_BY = 5;

/** What a program tells the person who approves it. They see the names as its claim. */
export interface AskedFor {
  /** The scopes that the program needs. Without them, the person is offered the default ones. */
  readonly scopes?: readonly Scope[];
  readonly clientName?: string;
  readonly deviceName?: string;
}

type Scope = components['schemas']['Scope'];

/** Begins a device login (RFC 8628), without a key. @throws ApiProblem */
export function askForCode(
  api: Client<paths>,
  { scopes, clientName, deviceName }: AskedFor = {},
): Promise<DeviceAuthorization> {
  const asked = { scope: scopes?.join(' '), client_name: clientName, device_name: deviceName };
  return answerOf(api.POST('/oauth/device/authorize', asForm(asked)));
}

/** A request whose body is a form, as OAuth has it. Undefined fields are left out. */
export function asForm<Body extends object>(body: Body) {
  return {
    body,
    bodySerializer: (fields: object = {}) =>
      new URLSearchParams(Object.entries(fields).filter(([, value]) => value !== undefined)),
    headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
  };
}

/**
 * Polls until a person approves or denies the login. The interval grows after `slow_down` and doubles after each poll
 * that failed for another reason.
 *
 * @returns the API key
 * @throws ApiProblem when the login was denied or the code has expired; the error of the last poll if the code expired
 * without a response; the reason of the signal
 */
export async function awaitApproval(
  api: Client<paths>,
  code: DeviceAuthorization,
  signal?: AbortSignal,
): Promise<string> {
  const end = Date.now() + code.expires_in * 1000;
  for (let pause = code.interval; ; ) {
    await wait(pause * 1000, signal);
    try {
      return await poll(api, code, signal);
    } catch (error) {
      signal?.throwIfAborted();
      if (isUnanswered(error) && Date.now() >= end) throw error;
      pause = pauseAfter(error, pause);
    }
  }
}

async function poll(api: Client<paths>, { device_code }: DeviceAuthorization, signal?: AbortSignal): Promise<string> {
  const { access_token } = await answerOf(
    api.POST('/oauth/device/token', {
      ...asForm({ grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code }),
      signal,
    }),
  );
  return access_token;
}

/** Whether the poll failed without a decision: the connection was lost, or the service failed. */
function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 429 || error.status >= 500;
}

/** Seconds before the next poll. @throws the error when it ends the login */
function pauseAfter(error: unknown, pause: number): number {
  if (isUnanswered(error)) return pause * 2;
  if (!(error instanceof ApiProblem)) throw error;
  if (error.code === 'authorization_pending') return pause;
  if (error.code === 'slow_down') return Math.max(pause, error.problem?.interval ?? pause + SLOWER_BY);
  throw error;
}
