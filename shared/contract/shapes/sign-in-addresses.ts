/** The page of the console to which a provider sends people back after they signed in or out. */
export const CONSOLE_SIGN_IN = '/sign-in';

/** The path to which a provider sends the browser of `acs login` back, on this machine. */
export const CLI_CALLBACK = '/callback';

/**
 * The ports at which `acs login` waits for the browser, the first free one. Most providers accept only redirect URIs
 * that are registered with their port.
 */
export const CLI_PORTS = [28631, 28632, 28633] as const;

/** The redirect URIs of `acs login`. By name, because some providers accept plain HTTP for no address. */
export const cliRedirectUris: readonly string[] = CLI_PORTS.map((port) => `http://localhost:${port}${CLI_CALLBACK}`);
