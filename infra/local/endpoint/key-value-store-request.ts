type Input = Readonly<Record<string, unknown>>;

/** What a request to a KeyValueStore of CloudFront asks for, in its path, its query, a header and its body. */
export interface KeyValueStoreRequest {
  readonly operation: string;
  readonly input: Input;
}

interface RawRequest {
  readonly method: string;
  readonly url: string;
  readonly ifMatch: string | undefined;
  readonly body: () => Input;
}

const STORE = /^\/key-value-stores\/([^/]+)(\/keys(?:\/([^/]+))?)?$/;

/** Operations by method, on a store, on its list of keys, and on a key. */
const ON_STORE: Readonly<Record<string, string>> = { GET: 'DescribeKeyValueStore' };
const ON_KEYS: Readonly<Record<string, string>> = { GET: 'ListKeys', POST: 'UpdateKeys' };
const ON_KEY: Readonly<Record<string, string>> = { GET: 'GetKey', PUT: 'PutKey', DELETE: 'DeleteKey' };

/** @returns undefined for what is no request to a KeyValueStore */
export function keyValueStoreRequest({ method, url, ifMatch, body }: RawRequest): KeyValueStoreRequest | undefined {
  const { pathname, searchParams } = new URL(url, 'http://local');
  const [, store, keys, key] = STORE.exec(pathname) ?? [];
  const operation = (key !== undefined ? ON_KEY : keys !== undefined ? ON_KEYS : ON_STORE)[method];
  if (store === undefined || operation === undefined) return undefined;
  const input = {
    ...(method === 'PUT' || method === 'POST' ? body() : {}),
    ...inQuery(searchParams),
    KvsARN: decodeURIComponent(store),
    ...(key !== undefined && { Key: decodeURIComponent(key) }),
    ...(ifMatch !== undefined && { IfMatch: ifMatch }),
  };
  return { operation, input };
}

/** Its number is a text there. */
function inQuery(given: URLSearchParams): Input {
  const { MaxResults, ...texts } = Object.fromEntries(given);
  return { ...texts, ...(MaxResults !== undefined && { MaxResults: Number(MaxResults) }) };
}
