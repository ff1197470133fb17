import type { Client } from 'openapi-fetch';
import { answerOf } from './answer-of.ts';
import { ApiProblem } from './api-problem.ts';
import type { components, paths } from './api-types.ts';
import { wait } from './wait.ts';

export type DeviceAuthorization = components['schemas']['DeviceAuthorization'];

/** What `slow_down` adds to the interval where the service names none, in seconds (RFC 8628, 3.5). */
const SLOWER_BY = 5;

/** Begins a device login (RFC 8628). It takes no key. @throws ApiProblem */
export function askForCode(api: Client<paths>): Promise<DeviceAuthorization> {
  return answerOf(api.POST('/oauth/device/authorize', {}));
}

/**
 * Polls until a person has decided: never sooner than asked, slower for good after `slow_down`, and half as often after
 * each poll that the service could not answer.
 *
 * @returns the API key
 * @throws ApiProblem when it was refused or the code has expired; what kept the last poll from an answer, when the code
 * has expired meanwhile; the reason of the signal
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
      body: { grant_type: 'urn:ietf:params:oauth:grant-type:device_code', device_code },
      bodySerializer: (body) => new URLSearchParams({ ...body }),
      headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
      ...(signal ? { signal } : {}),
    }),
  );
  return access_token;
}

/** Whether no decision was asked for: the connection was lost, or the service was not able to look. */
function isUnanswered(error: unknown): boolean {
  return !(error instanceof ApiProblem) || error.status === 429 || error.status >= 500;
}

/** In seconds. @throws the error, when it is the end */
function pauseAfter(error: unknown, pause: number): number {
  if (isUnanswered(error)) return pause * 2;
  if (!(error instanceof ApiProblem)) throw error;
  if (error.code === 'authorization_pending') return pause;
  if (error.code === 'slow_down') return Math.max(pause, error.problem?.interval ?? pause + SLOWER_BY);
  throw error;
}
