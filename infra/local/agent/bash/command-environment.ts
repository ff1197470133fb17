/** Keys of the server itself. A command that an agent wrote must not be able to speak for the sandbox's owner. */
const serverKey = /^(SESSION_API_KEY|OH_SECRET_KEY|OH_SESSION_API_KEYS_\d+|OH_WEBHOOKS_\d+_HEADERS.*)$/;

/**
 * What commands see of the server's environment: all but its keys, with a mark that an agent works here.
 *
 * @param home stands for the container's home directory, so that a command that configures git changes nothing of the person on whose machine this runs
 */
export function commandEnvironment(environment: NodeJS.ProcessEnv, home: string): Record<string, string> {
  const open = Object.entries(environment).filter(([name, value]) => value !== undefined && !serverKey.test(name));
  return { AI_AGENT: 'openhands', ...(Object.fromEntries(open) as Record<string, string>), HOME: home };
}
