/** What a request to Lambda asks for. Its API has paths where others have a header. */
export interface LambdaRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: string;
}

const routes: readonly Route[] = [
  { method: 'POST', path: /^\/2015-03-31\/functions\/([^/]+)\/invocations$/, operation: 'Invoke' },
  { method: 'GET', path: /^\/2015-03-31\/functions\/?$/, operation: 'ListFunctions' },
  { method: 'GET', path: /^\/2015-03-31\/event-source-mappings\/?$/, operation: 'ListEventSourceMappings' },
  { method: 'GET', path: /^\/2016-08-19\/account-settings\/?$/, operation: 'GetAccountSettings' },
];

/** @returns undefined for what is no request to Lambda that is served here. */
export function lambdaRequest(method: string, url: string): LambdaRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  for (const { method: wanted, path, operation } of routes) {
    const match = method === wanted ? path.exec(pathname) : null;
    if (!match) continue;
    const name = match[1] === undefined ? {} : { FunctionName: decodeURIComponent(match[1]) };
    return { operation, input: { ...Object.fromEntries(searchParams), ...name } };
  }
  return undefined;
}
