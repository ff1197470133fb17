import { wrongUsage } from '../output/failure.ts';
import { readStdin } from '../session/prompts.ts';

/** A message from the command line, or from stdin for `-`. @throws Failure (usage) when there is nothing in it */
export async function textOf(given: string | undefined): Promise<string | undefined> {
  const text = given === '-' ? await readStdin() : given;
  if (text?.trim() === '') throw wrongUsage('The message is empty.');
  return text;
}
