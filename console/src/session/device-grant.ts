import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import type { components } from '../../../shared/client/api-types.ts';
import { ServiceClient } from '../../../shared/client/service-client.ts';
import { wait } from '../../../shared/client/wait.ts';

export type DeviceAuthorization = components['schemas']['DeviceAuthorization'];

/** These operations take no key. */
const open = (baseUrl: string): ServiceClient['api'] =>
  new ServiceClient({ baseUrl, apiKey: '', retries: { attempts: 1 } }).api;

/** Begins a device login (RFC 8628). */
export function askForCode(apiUrl: string): Promise<DeviceAuthorization> {
  return answerOf(open(apiUrl).POST('/oauth/device/authorize', {}));
}

/** What a poll adds to its interval, in seconds, after the service has asked for it. */
const SLOWER_BY = 5;

/** Polls until the code is approved. @returns the API key @throws ApiProblem when it was refused or is over */
export async function awaitApproval(apiUrl: string, code: DeviceAuthorization, signal: AbortSignal): Promise<string> {
  let { interval } = code;
  for (;;) {
    await wait(interval * 1000, signal);
    try {
      const { access_token } = await answerOf(
        open(apiUrl).POST('/oauth/device/token', {
          body: { device_code: code.device_code, grant_type: 'urn:ietf:params:oauth:grant-type:device_code' },
          bodySerializer: (body) => new URLSearchParams({ ...body }),
          headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          signal,
        }),
      );
      return access_token;
    } catch (error) {
      if (!(error instanceof ApiProblem)) throw error;
      if (error.code === 'slow_down') interval += SLOWER_BY;
      else if (error.code !== 'authorization_pending') throw error;
    }
  }
}
