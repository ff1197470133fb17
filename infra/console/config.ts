interface Deployment {
  /** URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly publicLinks: boolean;
  /** Whether it is a local service, whose console can also ask about its machine. */
  readonly isLocal?: boolean;
}

/** The content of `/config.json`, which the console reads first. CloudFormation would pass a boolean on as a text. */
export function consoleConfig({ apiUrl, publicLinks, isLocal }: Deployment): Readonly<Record<string, string>> {
  return { api_url: apiUrl, public_links: String(publicLinks), ...(isLocal ? { local: 'true' } : {}) };
}
