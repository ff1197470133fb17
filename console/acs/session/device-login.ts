import { hostname } from 'node:os';
import { ApiProblem } from '../../../shared/client/api-problem.ts';
import { askForCode, awaitApproval } from '../../../shared/client/device-login.ts';
import { duration } from '../../../shared/presentation/time.ts';
import { Failure } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';
import { startProgress } from '../output/progress.ts';
import { clientOf, type Say } from './session.ts';

/** The device login (RFC 8628): shows the code and where to approve it. @returns the key @throws Failure, ApiProblem */
export async function loginByDevice(address: string, say: Say): Promise<string> {
  // These operations take no key.
  const { api } = clientOf(address, '', () => undefined);
  const code = await askForCode(api);
  say(`Open ${oneLine(code.verification_uri_complete)}`);
  say(`and approve the code ${oneLine(code.user_code)}, requested by ${hostname()}.`);
  const progress = startProgress(`Waiting for approval (the code expires in ${duration(code.expires_in * 1000)})`);
  try {
    const key = await awaitApproval(api, code);
    progress.done('Approved.');
    return key;
  } catch (error) {
    progress.failed('Not signed in.');
    throw error instanceof ApiProblem ? refusal(error) : error;
  }
}

function refusal(problem: ApiProblem): Failure | ApiProblem {
  if (problem.code === 'access_denied') return new Failure(`The login was refused: ${oneLine(problem.message)}.`);
  if (problem.code === 'expired_token')
    return new Failure('The code has expired.', 'Ask for a new one: acs login --device');
  return problem;
}
