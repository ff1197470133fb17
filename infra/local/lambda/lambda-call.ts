/** An operation of Lambda's management, as its REST protocol has it in method and path. */
export interface LambdaCall {
  readonly operation: string;
  readonly input: Readonly<Record<string, unknown>>;
}

const CONCURRENCY = /^\/(?:2017-10-31|2019-09-30)\/functions\/([^/]+)\/concurrency$/;
const TAGS = /^\/2017-03-31\/tags\/([^/]+)$/;
const FUNCTIONS = /^\/2015-03-31\/functions\/?$/;

const concurrency: Readonly<Record<string, string>> = {
  PUT: 'PutFunctionConcurrency',
  DELETE: 'DeleteFunctionConcurrency',
  GET: 'GetFunctionConcurrency',
};
const tagging: Readonly<Record<string, string>> = { POST: 'TagResource', DELETE: 'UntagResource', GET: 'ListTags' };

/** Whether the path is one of Lambda's management. */
export function isLambdaPath(url: string): boolean {
  const { pathname } = new URL(url, 'http://lambda');
  return [CONCURRENCY, TAGS, FUNCTIONS].some((path) => path.test(pathname));
}

/** @returns undefined for what is no such operation. */
export function readLambdaCall(
  method: string,
  url: string,
  body: Readonly<Record<string, unknown>>,
): LambdaCall | undefined {
  const { pathname, searchParams } = new URL(url, 'http://lambda');
  const [, name] = CONCURRENCY.exec(pathname) ?? [];
  const [, resource] = TAGS.exec(pathname) ?? [];
  if (name !== undefined) return called(concurrency[method], { ...body, FunctionName: decodeURIComponent(name) });
  if (resource !== undefined) {
    const TagKeys = searchParams.getAll('tagKeys');
    return called(tagging[method], { ...body, Resource: decodeURIComponent(resource), TagKeys });
  }
  if (method !== 'GET' || !FUNCTIONS.test(pathname)) return undefined;
  const page = { Marker: searchParams.get('Marker'), MaxItems: searchParams.get('MaxItems') };
  return called('ListFunctions', page);
}

function called(operation: string | undefined, input: LambdaCall['input']): LambdaCall | undefined {
  return operation === undefined ? undefined : { operation, input };
}
