import { quote } from '../../../presentation/quote.ts';
import type { StatusReason } from '../record/sandbox.ts';
import type { CheckReason } from './own-spec.ts';

/** What the owner of a spec can do, where the words for sandboxes name the operator. */
const remedies: Readonly<Record<string, string>> = {
  image_not_found: 'Correct `image`: its registry does not have it, or does not show it to this service.',
  image_pull_failed: 'Check that the image exists for `architecture` and fits on the disk, then check the spec again.',
  access_denied:
    'Let this service pull the image, or copy it into a registry of which it can, and check the spec again.',
  spec_invalid: 'Correct `command`, `user` and `architecture`: the container does not start.',
  agent_exited: 'Correct the image or its `command`. The log of the sandbox has details until the sandbox is deleted.',
  agent_not_ready: 'The agent server must listen on the port AGENT_SERVER, on all addresses (0.0.0.0).',
  out_of_memory: 'Choose more `memory_gb`.',
};

const checkAgain = 'Check the spec again.';

/** @param lines the last lines that the image printed */
export function checkFailed({ code, message, remedy }: StatusReason, lines: readonly string[]): CheckReason {
  if (lines.some((line) => /exec format error/i.test(line))) return wrongPlatform;
  if (/matching platform/i.test(message)) return wrongPlatform;
  const said = lines.length === 0 ? '' : ` It printed at last: ${lines.join(' ⏎ ')}`;
  const own = remedies[code] ?? (remedy.startsWith('Resume') ? checkAgain : remedy);
  return { code, message: `${message}${code === 'agent_exited' ? said : ''}`.slice(0, LONGEST), remedy: own };
}

const LONGEST = 2_000;

const wrongPlatform: CheckReason = {
  code: 'wrong_platform',
  message: 'The image is built for other processors than those of `architecture`.',
  remedy: 'Change `architecture`, or build the image for both.',
};

export const checkInterrupted: CheckReason = {
  code: 'check_interrupted',
  message: 'The sandbox of the check was paused or deleted before the check was over.',
  remedy: checkAgain,
};

/** @param why the public message of the refusal */
export function limitReached(why: string): CheckReason {
  return { code: 'limit_reached', message: why, remedy: `Then check the spec again.` };
}

/** @param said the message of ECS */
export function notRegistered(said: string): CheckReason {
  const message = `ECS does not accept the spec: ${quote(said)}.`;
  return { code: 'spec_invalid', message, remedy: 'Change the spec.' };
}
