/** What this copy of the console was deployed with. */
export interface ConsoleConfig {
  /** Where the service is, without a slash at its end. */
  readonly apiUrl: string;
}

/** @throws when the file is not there or is none */
export async function loadConfig(): Promise<ConsoleConfig> {
  const response = await fetch('/config.json', { cache: 'no-cache' });
  if (!response.ok) throw new Error(`/config.json answered ${response.status}`);
  const content: unknown = await response.json();
  if (typeof content !== 'object' || content === null || !('api_url' in content)) throw new Error('no api_url');
  return { apiUrl: String(content.api_url) };
}
