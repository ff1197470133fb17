interface Deployment {
  /** URL of the API, without a trailing slash. */
  readonly apiUrl: string;
  readonly publicLinks: boolean;
}

/** The content of `/config.json`, which the console reads first. CloudFormation would pass a boolean on as a text. */
export function consoleConfig({ apiUrl, publicLinks }: Deployment): Readonly<Record<string, string>> {
  return { api_url: apiUrl, public_links: String(publicLinks) };
}
