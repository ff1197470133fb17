import { homedir } from 'node:os';
import { join } from 'node:path';

/** The URL of the service, if the environment has one. */
export const urlOfEnvironment = (): string | undefined => process.env.ACS_URL || undefined;

/** The API key, if the environment has one. It takes precedence over the key of `acs login`. */
export const keyOfEnvironment = (): string | undefined => process.env.ACS_API_KEY || undefined;

/** The shell that asks for completions; the completion scripts set it. */
export const askingShell = (): string => process.env.SHELL ?? '';

/** Any variable, for options that name one. */
export const ownVariable = (name: string): string | undefined => process.env[name];

/** The folder of the stored credentials. */
export function configFolder(): string {
  return join(process.env.XDG_CONFIG_HOME || join(homedir(), '.config'), 'acs');
}

/** Any NO_COLOR that is not empty, as on https://no-color.org. */
export const wantsNoColor = (): boolean => Boolean(process.env.NO_COLOR) || wantsPlainTerminal();

/** A terminal without cursor control, such as that of an editor. */
export const wantsPlainTerminal = (): boolean => process.env.TERM === 'dumb';
