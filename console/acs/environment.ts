import { homedir } from 'node:os';
import { join } from 'node:path';

/** Where the service is, when the environment says so. */
export const urlOfEnvironment = (): string | undefined => process.env.ACS_URL || undefined;

/** The API key, when the environment has one: it wins over what `acs login` has kept. */
export const keyOfEnvironment = (): string | undefined => process.env.ACS_API_KEY || undefined;

/** The shell that asks for completions: the scripts name it. */
export const askingShell = (): string => process.env.SHELL ?? '';

/** The folder of the kept credentials. */
export function configFolder(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'acs');
}

/** NO_COLOR, as https://no-color.org has it: any text but the empty one. */
export const wantsNoColor = (): boolean => Boolean(process.env.NO_COLOR) || wantsPlainTerminal();

/** A terminal on which nothing moves, such as that of an editor. */
export const wantsPlainTerminal = (): boolean => process.env.TERM === 'dumb';
