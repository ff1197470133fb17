// Where a request goes: to the task of a sandbox, or to the service, which answers for sandboxes without a task.
import cf from 'cloudfront';
import { AGENT_SERVER, isOpened } from './address.js';
import { withoutKey } from './admission.js';

const REGION = '{region}';

/** In seconds, as for the origin in the template. */
const READ_TIMEOUT = 120;
const CONNECTION_TIMEOUT = 5;

/** Viewers cannot set these. `x-forwarded-proto` never reaches this function: the distribution's origin sets it. */
const EDGE_HEADERS = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix'];

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

/** Forwards to the function `answer-address`, with the URL that the viewer asked for. */
export function toService(event, place, service) {
  const request = event.request;
  const query = request.rawQueryString();
  const asked = query === undefined ? request.uri : `${request.uri}?${query}`;
  describe(event, place);
  request.headers['x-sandbox-uri'] = { value: asked };
  request.headers['x-sandbox-viewer'] = { value: event.viewer.ip };
  request.uri = `${service.path}/edge/${place.text}`;
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
