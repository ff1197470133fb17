/** The configuration of this deployment of the console. */
export interface ConsoleConfig {
  /** URL of the service, without a trailing slash. */
  readonly apiUrl: string;
  /** Whether the operator allows public links of conversations. */
  readonly hasPublicLinks: boolean;
  /** Whether it is a local service. Its console can ask about the machine that it runs on. */
  readonly isLocal: boolean;
}

/** @throws when /config.json is missing or invalid */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json returned status ${response.status}`);
  const content: unknown = await response.json();
  if (typeof content !== 'object' || content === null || !('api_url' in content))
    throw new Error('/config.json has no api_url.');
  const hasPublicLinks = 'public_links' in content && content.public_links === 'true';
  const isLocal = 'local' in content && content.local === 'true';
  return { apiUrl: String(content.api_url), hasPublicLinks, isLocal };
}
