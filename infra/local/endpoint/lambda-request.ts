/** What a request to Lambda asks for. Its API has methods and paths where others have a header. */
export interface LambdaRequest {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

interface Route {
  readonly method: string;
  readonly path: RegExp;
  readonly operation: string;
  /** What the first part of the path in brackets is called. */
  readonly named?: 'FunctionName' | 'Resource';
  /** Whether the body is the input. That of an invocation is read by what invokes. */
  readonly hasBody?: true;
}

const concurrency = /^\/(?:2017-10-31|2019-09-30)\/functions\/([^/]+)\/concurrency$/;
const tags = /^\/2017-03-31\/tags\/([^/]+)$/;

const routes: readonly Route[] = [
  {
    method: 'POST',
    path: /^\/2015-03-31\/functions\/([^/]+)\/invocations$/,
    operation: 'Invoke',
    named: 'FunctionName',
  },
  { method: 'GET', path: /^\/2015-03-31\/functions\/?$/, operation: 'ListFunctions' },
  { method: 'GET', path: /^\/2015-03-31\/event-source-mappings\/?$/, operation: 'ListEventSourceMappings' },
  { method: 'GET', path: /^\/2016-08-19\/account-settings\/?$/, operation: 'GetAccountSettings' },
  { method: 'GET', path: concurrency, operation: 'GetFunctionConcurrency', named: 'FunctionName' },
  { method: 'PUT', path: concurrency, operation: 'PutFunctionConcurrency', named: 'FunctionName', hasBody: true },
  { method: 'DELETE', path: concurrency, operation: 'DeleteFunctionConcurrency', named: 'FunctionName' },
  { method: 'GET', path: tags, operation: 'ListTags', named: 'Resource' },
  { method: 'POST', path: tags, operation: 'TagResource', named: 'Resource', hasBody: true },
  { method: 'DELETE', path: tags, operation: 'UntagResource', named: 'Resource' },
];

/** @returns undefined for what is no request to Lambda that is served here. */
export function lambdaRequest(
  { method, url }: { readonly method: string; readonly url: string },
  body: () => LambdaRequest['input'],
): LambdaRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  for (const { method: wanted, path, operation, named, hasBody } of routes) {
    const match = method === wanted ? path.exec(pathname) : null;
    if (!match) continue;
    const inPath = named && match[1] !== undefined ? { [named]: decodeURIComponent(match[1]) } : {};
    return { operation, input: { ...(hasBody ? body() : {}), ...inQuery(searchParams), ...inPath } };
  }
  return undefined;
}

/** Its one list has a name of its own in the query. */
function inQuery(given: URLSearchParams): LambdaRequest['input'] {
  const { tagKeys, ...single } = Object.fromEntries(given);
  return { ...single, ...(tagKeys === undefined ? {} : { TagKeys: given.getAll('tagKeys') }) };
}
