import { confirm, isCancel, password } from '@clack/prompts';
import { Failure, wrongUsage } from '../output/failure.ts';
import { oneLine } from '../output/plain.ts';

/** Prompts go to stderr, so that stdout holds results alone. */
const output = process.stderr;

const isInteractive = (): boolean => process.stdin.isTTY === true && process.stderr.isTTY === true;

/** Asks for a secret without showing it. @throws Failure (usage) that names the option where there is no terminal */
export async function askSecret(message: string, option: string): Promise<string> {
  if (!isInteractive()) throw wrongUsage('There is no terminal to ask for the API key.', option);
  const answer = await password({
    message,
    output,
    withGuide: false,
    validate: (text) => (text ? undefined : 'Empty.'),
  });
  if (isCancel(answer)) throw cancelled();
  return answer.trim();
}

/** Asks before what cannot be undone. @throws Failure (usage) where there is no terminal */
export async function confirmUnless(isConfirmed: boolean | undefined, message: string): Promise<void> {
  if (isConfirmed) return;
  if (!isInteractive()) throw wrongUsage(`${message} There is no terminal to ask.`, 'Confirm it by --yes.');
  const answer = await confirm({ message: oneLine(message), output, initialValue: false, withGuide: false });
  if (isCancel(answer) || !answer) throw cancelled();
}

function cancelled(): Failure {
  return new Failure('Cancelled: nothing was done.');
}

/** All of stdin, without the line break at its end. */
export async function readStdin(): Promise<string> {
  const chunks: Buffer[] = [];
  for await (const chunk of process.stdin) chunks.push(Buffer.from(chunk));
  return Buffer.concat(chunks).toString('utf8').trim();
}
