// The CloudFront function in front of all sandboxes (runtime 2.0). It checks the signed label in the address of a request
// and points the request to the task that the label names. `shared/domain/sandboxes/ingress/label.ts` writes what it
// reads. It may use no JavaScript but what CloudFront documents: `infra/local/edge/edge-syntax.ts` lists it.
// `function-code.ts` fills in the two texts in braces below.
import cf from 'cloudfront';
// biome-ignore lint/style/useNodejsImportProtocol: the module of CloudFront has this name.
import crypto from 'crypto';

const REGION = '{region}';
/** Empty in a deployment without one: labels then are the first part of the path. */
const SANDBOX_DOMAIN = '{sandboxDomain}';

const ALPHABET = 'abcdefghijklmnopqrstuvwxyz234567';
const VERSION = 1;
const HALF = 24;
const SIGNED_BYTES = 15;
const AGENT_SERVER = 0;
const NAMES = 4;

/** Seconds; the same as for the origin in the template. */
const READ_TIMEOUT = 120;
const CONNECTION_TIMEOUT = 5;

/** Only the edge says these of a request; `x-forwarded-proto` never reaches this function. */
const EDGE_HEADERS = ['forwarded', 'x-forwarded-host', 'x-forwarded-port', 'x-forwarded-prefix'];

/** Agent servers took the path of a file in the address until the end of 2025, and clients of then still send it so. */
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

/** Where the request says it goes; undefined for an address without a label. */
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

/** The keys by their numbers; undefined while the store cannot be read. */
async function readKeys() {
  let keys;
  try {
    keys = await cf.kvs().get('keys', { format: 'json' });
  } catch (_error) {
    // The answer says it. CloudFront keeps the metrics of the store.
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

/** The comparison takes the same time wherever the first difference is. */
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

/** Whether a task may have this address: none of those that IANA keeps for special purposes is a task's. */
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

/** A DNS name, as CloudFront takes no address: EC2 gives each public address a name of this form. */
function forward(event, place, label) {
  const request = event.request;
  const zone = REGION === 'us-east-1' ? 'compute-1' : `${REGION}.compute`;
  const protocol = request.headers['cloudfront-forwarded-proto'];
  const forwarded = {
    'x-forwarded-host': place.host,
    'x-forwarded-proto': protocol === undefined ? 'https' : protocol.value,
  };
  if (place.prefix !== '') {
    forwarded['x-forwarded-prefix'] = place.prefix;
    // Every sandbox would get the cookies of all others on their common host.
    request.cookies = {};
  }
  EDGE_HEADERS.forEach((name) => {
    delete request.headers[name];
  });
  // CloudFront knows requests apart by this alone: it would answer two at once, to two sandboxes, with one answer.
  request.headers['x-sandbox-request'] = { value: event.context.requestId };
  request.uri = place.uri;
  // As CloudFront got it: the parsed form would be written anew, in another order and with other signs.
  const query = request.rawQueryString();
  const named = label.name === AGENT_SERVER ? BY_PATH.exec(place.uri) : null;
  if (named !== null) {
    request.uri = named[1];
    request.querystring = pathParameter(named[2]) + (query === undefined || query === '' ? '' : `&${query}`);
  } else if (query !== undefined) request.querystring = query;
  cf.updateRequestOrigin({
    domainName: `ec2-${label.address.join('-')}.${zone}.amazonaws.com`,
    customOriginConfig: { port: label.port, protocol: 'http', sslProtocols: ['TLSv1.2'] },
    customHeaders: forwarded,
    timeouts: { readTimeout: READ_TIMEOUT, connectionTimeout: CONNECTION_TIMEOUT },
    connectionAttempts: 1,
  });
  return request;
}

/** Escapes stay as they are; signs that mean something else in a query get theirs. */
function pathParameter(path) {
  const start = /^(?:\/|%2f)/i.test(path) ? '' : '/';
  return `path=${start}${path.replace(/&/g, '%26').replace(/\+/g, '%2B')}`;
}

/** A problem detail (RFC 9457), which scripts of any origin may read; their preflight is let pass for that. */
function refuse(event, problem, detail) {
  const requestId = event.context.requestId;
  // By x-sandbox-edge, the service knows that no sandbox sent this response.
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
