// Where a request goes: to the task of a sandbox, or to the service, which answers for sandboxes without a task.
import cf from 'cloudfront';
import { AGENT_SERVER, isOpened } from './address.js';
import { COOKIE, withoutKey } from './admission.js';
import { hmac } from './signature.js';

const REGION = '{region}';

/** In seconds, as for the origin in the template. */
const READ_TIMEOUT = 120;
const CONNECTION_TIMEOUT = 5;

/** Viewers cannot set these. `x-forwarded-proto` never reaches this function: the distribution's origin sets it. */
const EDGE_HEADERS = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix'];

/** The headers that the service reads, and those that functions cannot delete. */
const FOR_SERVICE = /^(?:accept|authorization|origin|sec-fetch-(?:mode|site|user)|user-agent|x-session-api-key)$/;
const READ_ONLY = /^(?:cdn-loop|content-length|host|transfer-encoding|via)$/;

/** VS Code keeps the session key in this cookie. */
const EDITOR_COOKIE = 'vscode-tkn';

/** API Gateway takes 10,240 bytes of headers, one of which is the URL, and Lambda 6 MB with the body in base64. */
const LONGEST_URL = 4096;
const LARGEST_BODY = 4e6;

/** A header with an API key, as JSON. */
const API_KEY = /"(?:bearer +)?acs_/i;

/** Clients of 2025 send the path of a file in the URL, as agent servers then expected. */
const BY_PATH = /^(\/api\/(?:git\/(?:changes|diff)|file\/(?:upload|download)))\/(.+)$/;

/** An entry of the store; undefined without one, and if the store cannot be read. */
export async function stored(key) {
  let value;
  try {
    value = await cf.kvs().get(key, { format: 'json' });
  } catch (_error) {
    // The response reports it, and CloudFront has metrics of the store.
    value = undefined;
  }
  return value;
}

/** Forwards to a DNS name, as CloudFront accepts no addresses. EC2 gives each public address a name of this form. */
export function toTask(event, place, address, task) {
  const request = event.request;
  const zone = REGION === 'us-east-1' ? 'compute-1' : `${REGION}.compute`;
  describe(event, place);
  withoutApiKeys(request.headers);
  request.uri = place.uri;
  // Unchanged: serializing the parsed form would change its order and encoding.
  let query = request.rawQueryString();
  if (query !== undefined && isOpened(address)) query = withoutKey(query);
  const named = address.slot === AGENT_SERVER ? BY_PATH.exec(place.uri) : null;
  if (named !== null) {
    request.uri = named[1];
    request.querystring = pathParameter(named[2]) + (query === undefined || query === '' ? '' : `&${query}`);
  } else if (query !== undefined) request.querystring = query;
  // Without customHeaders, CloudFront adds those of the distribution's origin.
  cf.updateRequestOrigin({
    domainName: `ec2-${task.join('-')}.${zone}.amazonaws.com`,
    customOriginConfig: { port: address.port, protocol: 'http', sslProtocols: ['TLSv1.2'] },
    timeouts: { readTimeout: READ_TIMEOUT, connectionTimeout: CONNECTION_TIMEOUT },
    connectionAttempts: 1,
  });
  return request;
}

/** Whether the service cannot take the request. A body without a length can have any. */
export function isTooLarge(request) {
  const length = request.headers['content-length'];
  if (request.headers['transfer-encoding'] !== undefined) return true;
  return (length !== undefined && Number(length.value) > LARGEST_BODY) || askedUrl(request).length > LONGEST_URL;
}

/** Forwards to the function `answer-address`, with the URL that the viewer asked for, and proves who asks. */
export function toService(event, place, service, nameKey) {
  const request = event.request;
  const headers = request.headers;
  const asked = askedUrl(request);
  const viewer = event.viewer.ip;
  const now = Math.floor(Date.now() / 1000);
  for (const name in headers) if (!FOR_SERVICE.test(name) && !READ_ONLY.test(name)) delete headers[name];
  for (const name in request.cookies) if (name !== COOKIE && name !== EDITOR_COOKIE) delete request.cookies[name];
  describe(event, place);
  // API Gateway passes on bodies of this type in base64, whose length is known.
  headers['content-type'] = { value: 'application/octet-stream' };
  // Not in the URL, as logs have that, and the name of a port can be its secret.
  headers['x-sandbox-name'] = { value: place.text };
  headers['x-sandbox-uri'] = { value: asked };
  headers['x-sandbox-viewer'] = { value: viewer };
  headers['x-sandbox-proof'] = { value: `${now}.${hmac(nameKey, `edge|${place.text}|${viewer}|${now}`)}` };
  request.uri = `${service.path}/edge`;
  request.querystring = {};
  cf.updateRequestOrigin({
    domainName: service.host,
    hostHeader: service.host,
    customOriginConfig: { port: 443, protocol: 'https', sslProtocols: ['TLSv1.2'] },
    timeouts: { readTimeout: 30, connectionTimeout: CONNECTION_TIMEOUT },
    connectionAttempts: 1,
  });
  return request;
}

function askedUrl(request) {
  const query = request.rawQueryString();
  return query === undefined ? request.uri : `${request.uri}?${query}`;
}

/** A program that woke the sandbox with an API key repeats its request. Agents and apps must not get that key. */
function withoutApiKeys(headers) {
  ['authorization', 'x-session-api-key'].forEach((name) => {
    if (API_KEY.test(JSON.stringify(headers[name]))) delete headers[name];
  });
}

function describe(event, place) {
  const request = event.request;
  EDGE_HEADERS.forEach((name) => {
    delete request.headers[name];
  });
  request.headers['x-forwarded-host'] = { value: place.host };
  if (place.prefix !== '') {
    request.headers['x-forwarded-prefix'] = { value: place.prefix };
    // On the shared host, each sandbox would get the cookies of all others.
    request.cookies = {};
  }
  // Only this header distinguishes requests in the cache key. Without it, concurrent requests could share a response.
  request.headers['x-sandbox-request'] = { value: event.context.requestId };
}

/** Keeps escapes, and escapes characters with another meaning in a query. */
function pathParameter(path) {
  const start = /^(?:\/|%2f)/i.test(path) ? '' : '/';
  return `path=${start}${path.replace(/&/g, '%26').replace(/\+/g, '%2B')}`;
}
