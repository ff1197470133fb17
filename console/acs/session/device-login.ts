import { hostname } from 'node:os';
import { answerOf } from '../../../shared/client/answer-of.ts';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { wait } from '../../../shared/client/wait.ts';
import { Failure } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { startProgress } from '../output/progress.ts';
import { pollUntilDecided } from './device-polls.ts';
import { clientOf, type Say } from './session.ts';

/** The device login (RFC 8628): shows the code and where to approve it. @returns the key @throws Failure, ApiProblem */
export async function loginByDevice(address: string, say: Say): Promise<string> {
  // These operations take no key.
  const { api } = clientOf(address, '', () => undefined);
  const codes = await answerOf(api.POST('/oauth/device/authorize', {}));
  say(`Open ${oneLine(codes.verification_uri_complete)}`);
  say(`and approve the code ${oneLine(codes.user_code)}, which ${hostname()} has asked for.`);
  const progress = startProgress(`Waiting for the approval, for ${Math.round(codes.expires_in / 60)} minutes at most`);
  try {
    const key = await pollUntilDecided({
      interval: codes.interval,
      expiresIn: codes.expires_in,
      wait: (seconds) => wait(seconds * 1000),
      now: () => Date.now() / 1000,
      poll: async () => {
        const { access_token } = await answerOf(
          api.POST('/oauth/device/token', {
            body: {
              grant_type: 'urn:ietf:params:oauth:grant-type:device_code',
              device_code: codes.device_code,
              client_id: 'acs',
            },
            bodySerializer: (body) => new URLSearchParams({ ...body }),
            headers: { 'Content-Type': 'application/x-www-form-urlencoded' },
          }),
        );
        return access_token;
      },
    });
    progress.done('Approved.');
    return key;
  } catch (error) {
    progress.failed('Not signed in.');
    throw error instanceof ApiProblem ? refusal(error) : error;
  }
}

function refusal(problem: ApiProblem): Failure | ApiProblem {
  if (problem.code === 'access_denied') return new Failure(`The login was refused: ${oneLine(problem.message)}.`);
  if (problem.code === 'expired_token') return new Failure('The code has expired.', 'Begin again: acs login --device');
  return problem;
}
