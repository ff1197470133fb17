import { confirm, isCancel, password, text } from '@clack/prompts';
import { exitCodes, Failure, wrongUsage } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';

/** Prompts go to stderr, so that stdout has only results. */
const terminal = () => ({ input: process.stdin, output: process.stderr, withGuide: false });

/** Whether there is a person at a terminal. */
export const isInteractive = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks for a secret without showing it. @throws Failure (usage) that names the option when there is no terminal */
export async function askSecret(message: string, option: string): Promise<string> {
  if (!isInteractive()) throw wrongUsage('Cannot prompt for the API key: this is not a terminal.', option);
  const answer = await password({
    message,
    ...terminal(),
    validate: (text) => (text ? undefined : 'Paste an API key, or press Ctrl-C.'),
  });
  if (isCancel(answer)) throw cancelled(exitCodes.cancelled);
  return answer.trim();
}

/** Prompts for a text. @throws Failure with the exit code of a wrong command line if stdin is not a terminal */
export async function askText(message: string, missing: string, remedy: string): Promise<string> {
  if (!isInteractive()) throw wrongUsage(missing, remedy);
  const validate = (entered: string | undefined) => (entered?.trim() ? undefined : remedy);
  const answer = await text({ message, ...terminal(), validate });
  if (isCancel(answer)) throw cancelled(exitCodes.cancelled);
  return answer.trim();
}

/**
 * Asks for confirmation of an action that cannot be undone.
 *
 * @param consequence the effect, as a sentence
 * @throws Failure when the answer is no; (usage) when there is no terminal
 */
export async function confirmUnless(isConfirmed: boolean | undefined, consequence: string): Promise<void> {
  if (isConfirmed) return;
  if (!isInteractive()) throw wrongUsage(consequence, 'There is no terminal for the confirmation. Add --yes.');
  process.stderr.write(`${oneLine(consequence)}\n`);
  const answer = await confirm({ message: 'Continue?', ...terminal(), initialValue: false });
  if (isCancel(answer)) throw cancelled(exitCodes.cancelled);
  if (!answer) throw cancelled(exitCodes.failure);
}

function cancelled(exitCode: number): Failure {
  return new Failure('Cancelled. Nothing has changed.', undefined, exitCode);
}

const read = new WeakMap<typeof process.stdin, Promise<string>>();

/** All of stdin, trimmed. A command that runs again, with the whole ID, gets the same text. */
export function readStdin(): Promise<string> {
  const { stdin } = process;
  const all = read.get(stdin) ?? textIn(stdin);
  read.set(stdin, all);
  return all;
}

async function textIn(stdin: typeof process.stdin): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8').trim();
}
