// The CloudFront function in front of all sandboxes (runtime 2.0). It checks the signed label in the URL of a request
// and forwards the request to the task of the label. `shared/domain/sandboxes/ingress/label.ts` writes the labels. The
// function can use only the JavaScript that CloudFront documents: `infra/local/edge/edge-syntax.ts` lists it.
// `function-code.ts` fills in the two placeholders in braces.
import cf from 'cloudfront';
// biome-ignore lint/style/useNodejsImportProtocol: CloudFront's module has this name.
import crypto from 'crypto';

const REGION = '{region}';
/** Without a domain, this is empty, and labels are the first part of the path. */
const SANDBOX_DOMAIN = '{sandboxDomain}';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const VERSION = 1;
const HALF = 24;
const SIGNED_BYTES = 15;
const AGENT_SERVER = 0;
const NAMES = 4;

/** In seconds, as for the origin in the template. */
const READ_TIMEOUT = 120;
const CONNECTION_TIMEOUT = 5;

/** Viewers cannot set these. `x-forwarded-proto` never reaches this function: the distribution's origin sets it. */
const EDGE_HEADERS = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix'];

/** Clients of 2025 send the path of a file in the URL, as agent servers then expected. */
const BY_PATH = /^(\/api\/(?:git\/(?:changes|diff)|file\/(?:upload|download)))\/(.+)$/;

const notFound = { status: 404, title: 'Not Found', code: 'not_found' };
const invalid = { status: 403, title: 'Forbidden', code: 'sandbox_address_invalid' };
const moved = { status: 410, title: 'Gone', code: 'sandbox_moved' };
const domainNeeded = { status: 403, title: 'Forbidden', code: 'sandbox_domain_needed' };
const unavailable = { status: 503, title: 'Service Unavailable', code: 'unavailable' };

// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
async function handler(event) {
  const request = event.request;
  const place = addressed(request);
  if (place === undefined) {
    const example = SANDBOX_DOMAIN === '' ? '/{label}/' : `{label}.${SANDBOX_DOMAIN}`;
    return refuse(event, notFound, `This address names no sandbox: its exposed_urls have the form ${example}.`);
  }
  const keys = await readKeys();
  if (keys === undefined)
    return refuse(event, unavailable, 'The edge cannot read its keys yet; send the request again.');

  const label = readLabel(place.label);
  const key = label === undefined || label.version !== VERSION ? undefined : keys[label.keyNumber];
  if (key === undefined || !isSigned(place.label, key.key) || !isUsable(label)) {
    return refuse(event, invalid, 'This deployment did not make this address, or no longer vouches for it.');
  }
  const now = Date.now() / 1000;
  if (label.endsAt <= now || (key.until !== undefined && key.until <= now)) {
    const detail = "The sandbox is no longer at this address. Ask the service for the sandbox's exposed_urls.";
    return refuse(event, moved, detail);
  }
  if (place.prefix !== '' && label.name !== AGENT_SERVER) {
    const detail =
      'This port needs an origin of its own. The operator gives sandboxes one by the setting sandboxDomain.';
    return refuse(event, domainNeeded, detail);
  }
  return forward(event, place, label);
}

/** The label of a request, and the rest of its URL; undefined without a label. */
function addressed(request) {
  const host = request.headers.host.value.toLowerCase();
  if (SANDBOX_DOMAIN !== '') {
    const name = host.split(':')[0];
    const suffix = `.${SANDBOX_DOMAIN}`;
    const label = name.endsWith(suffix) ? name.slice(0, name.length - suffix.length) : '';
    return isLabel(label) ? { label: label, prefix: '', uri: request.uri, host: host } : undefined;
  }
  const end = request.uri.indexOf('/', 1);
  const first = end === -1 ? request.uri.slice(1) : request.uri.slice(1, end);
  const label = first.toLowerCase();
  if (!isLabel(label)) return undefined;
  return { label: label, prefix: `/${first}`, uri: end === -1 ? '/' : request.uri.slice(end), host: host };
}

function isLabel(text) {
  return text.length === 2 * HALF && /^[a-z2-7]+$/.test(text);
}

/** The keys by number; undefined if the store cannot be read. */
async function readKeys() {
  let keys;
  try {
    keys = await cf.kvs().get('keys', { format: 'json' });
  } catch (_error) {
    // The response reports it, and CloudFront has metrics of the store.
    keys = undefined;
  }
  return keys;
}

function readLabel(text) {
  const bytes = bytesOf(text.slice(0, HALF));
  return {
    version: bytes[0],
    keyNumber: bytes[1],
    name: bytes[2],
    address: bytes.slice(3, 7),
    port: bytes[7] * 256 + bytes[8],
    endsAt: ((bytes[11] * 256 + bytes[12]) * 256 + bytes[13]) * 256 + bytes[14],
  };
}

function bytesOf(text) {
  const bytes = [];
  let value = 0;
  let bits = 0;
  for (let at = 0; at < text.length; at += 1) {
    value = value * 32 + ALPHABET.indexOf(text[at]);
    bits += 5;
    if (bits >= 8) {
      bits -= 8;
      bytes.push(Math.floor(value / 2 ** bits));
      value %= 2 ** bits;
    }
  }
  return bytes;
}

/** Compares in constant time. */
function isSigned(label, key) {
  const digest = crypto.createHmac('sha256', key).update(label.slice(0, HALF)).digest('hex');
  const given = bytesOf(label.slice(HALF));
  let difference = 0;
  for (let at = 0; at < SIGNED_BYTES; at += 1) {
    difference |= given[at] ^ parseInt(digest.slice(2 * at, 2 * at + 2), 16);
  }
  return difference === 0;
}

function isUsable(label) {
  return label.name < NAMES && label.port >= 1024 && isPublic(label.address);
}

/** Whether a task can have this address, which must not be one of IANA's special-purpose addresses. */
function isPublic(address) {
  const a = address[0];
  const b = address[1];
  const c = address[2];
  if (a === 0 || a === 10 || a === 127 || a >= 224) return false;
  if (a === 100 && b >= 64 && b <= 127) return false;
  if (a === 169 && b === 254) return false;
  if (a === 172 && b >= 16 && b <= 31) return false;
  if (a === 192 && (b === 168 || (b === 0 && (c === 0 || c === 2)) || (b === 88 && c === 99))) return false;
  if (a === 198 && (b === 18 || b === 19 || (b === 51 && c === 100))) return false;
  return !(a === 203 && b === 0 && c === 113);
}

/** Forwards to a DNS name, as CloudFront accepts no addresses. EC2 gives each public address a name of this form. */
function forward(event, place, label) {
  const request = event.request;
  const zone = REGION === 'us-east-1' ? 'compute-1' : `${REGION}.compute`;
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
  request.uri = place.uri;
  // Unchanged: serializing the parsed form would change its order and encoding.
  const query = request.rawQueryString();
  const named = label.name === AGENT_SERVER ? BY_PATH.exec(place.uri) : null;
  if (named !== null) {
    request.uri = named[1];
    request.querystring = pathParameter(named[2]) + (query === undefined || query === '' ? '' : `&${query}`);
  } else if (query !== undefined) request.querystring = query;
  // Without customHeaders, CloudFront adds those of the distribution's origin.
  cf.updateRequestOrigin({
    domainName: `ec2-${label.address.join('-')}.${zone}.amazonaws.com`,
    customOriginConfig: { port: label.port, protocol: 'http', sslProtocols: ['TLSv1.2'] },
    timeouts: { readTimeout: READ_TIMEOUT, connectionTimeout: CONNECTION_TIMEOUT },
    connectionAttempts: 1,
  });
  return request;
}

/** Keeps escapes, and escapes characters with another meaning in a query. */
function pathParameter(path) {
  const start = /^(?:\/|%2f)/i.test(path) ? '' : '/';
  return `path=${start}${path.replace(/&/g, '%26').replace(/\+/g, '%2B')}`;
}

/** A problem detail (RFC 9457), or the response to a preflight, so that scripts of any origin can read the problem. */
function refuse(event, problem, detail) {
  const requestId = event.context.requestId;
  // x-sandbox-edge tells the service that no sandbox sent this response.
  const headers = {
    'access-control-allow-origin': { value: '*' },
    'cache-control': { value: 'no-store' },
    'x-request-id': { value: requestId },
    'x-sandbox-edge': { value: '1' },
  };
  if (event.request.method === 'OPTIONS') {
    const wanted = event.request.headers['access-control-request-headers'];
    headers['access-control-allow-methods'] = { value: 'GET, POST, PATCH, PUT, DELETE, OPTIONS' };
    headers['access-control-allow-headers'] = { value: wanted === undefined ? '*' : wanted.value };
    return { statusCode: 204, statusDescription: 'No Content', headers: headers };
  }
  headers['content-type'] = { value: 'application/problem+json' };
  const body = {
    type: 'about:blank',
    title: problem.title,
    status: problem.status,
    detail: detail,
    code: problem.code,
    request_id: requestId,
  };
  return {
    statusCode: problem.status,
    statusDescription: problem.title,
    headers: headers,
    body: { encoding: 'text', data: JSON.stringify(body) },
  };
}
