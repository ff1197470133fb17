// The CloudFront function in front of all sandboxes (runtime 2.0). It checks the signed address in the URL of a request:
// a label holds its task, a name holds the id of its sandbox, whose entry in the store holds the task. What has no entry
// goes to the service. `function-code.ts` joins this file with those of `edge/` and fills in their two placeholders. They
// can use only the JavaScript that CloudFront documents: `infra/local/edge/edge-syntax.ts` lists it.
import {
  AGENT_SERVER,
  addressed,
  isOpened,
  isUsable,
  LABEL,
  NAME,
  readAddress,
  SANDBOX_DOMAIN,
  taskOf,
} from './edge/address.js';
import { hasKeyInUrl, isAdmitted, withoutCredentials } from './edge/admission.js';
import { isTooLarge, stored, toService, toTask } from './edge/origin.js';
import { domainNeeded, invalid, keyNeeded, moved, notFound, refuse, unavailable } from './edge/refusal.js';
import { isSigned } from './edge/signature.js';

/** CloudFront calls it. */
export async function handler(event) {
  const place = addressed(event.request);
  if (place === undefined) {
    const example = SANDBOX_DOMAIN === '' ? '/{label}/' : `{label}.${SANDBOX_DOMAIN}`;
    return refuse(
      event,
      notFound,
      `This URL has no address of a sandbox. URLs in exposed_urls have the form ${example}.`,
    );
  }
  const address = readAddress(place.text);
  const keys = await stored(address.version === NAME ? 'names' : 'keys');
  if (keys === undefined)
    return refuse(event, unavailable, 'The edge cannot read its keys yet. Send the request again.');

  const key = address.version === LABEL || address.version === NAME ? keys[address.keyNumber] : undefined;
  if (key === undefined || !isSigned(place.text, key.key) || !isUsable(address)) {
    return refuse(event, invalid, 'This deployment did not create this URL, or has revoked it.');
  }
  if (isOver(address.endsAt) || isOver(key.until)) {
    const detail = 'This URL of the sandbox has expired. Read exposed_urls of the sandbox again.';
    return refuse(event, moved, detail);
  }
  if (place.prefix !== '' && address.slot !== AGENT_SERVER) {
    const detail = 'This port needs an origin of its own. The operator can set sandboxDomain.';
    return refuse(event, domainNeeded, detail);
  }
  return address.version === LABEL
    ? toTask(event, place, address, address.task)
    : atName(event, place, address, key.key);
}

async function atName(event, place, address, nameKey) {
  const request = event.request;
  // There the service lets a browser in.
  if (isOpened(address) && place.uri === '/_sandbox/open') return askService(event, place, nameKey);
  const entry = await stored(address.id);
  const task = entry === undefined || isOver(entry.e) ? undefined : taskOf(entry);
  if (task === undefined) return askService(event, place, nameKey);
  if (!isOpened(address)) return toTask(event, place, address, task);

  const port = entry.p === undefined ? undefined : entry.p[address.slot];
  if (port === undefined || isOver(port[1])) return askService(event, place, nameKey);
  // The service leads the browser to the URL without the key.
  if (isNavigation(request) && hasKeyInUrl(request)) return askService(event, place, nameKey);
  if (port[0] !== 'o' && !isAdmitted(request, place.host, address, entry.k, nameKey)) {
    if (isNavigation(request)) return askService(event, place, nameKey);
    return refuse(
      event,
      keyNeeded,
      'This port requires the session key of the sandbox, or a link from open-in-browser.',
    );
  }
  withoutCredentials(request, address, entry.k);
  return toTask(event, place, address, task);
}

/** The service says why a sandbox cannot be reached, or starts it. It cannot take a WebSocket. */
async function askService(event, place, nameKey) {
  const request = event.request;
  const isForEdge = request.method === 'OPTIONS' || request.headers['sec-websocket-key'] !== undefined;
  if (!isForEdge && isTooLarge(request)) {
    const advice = 'Send a GET request with the same key and a short path first, and this one when that succeeds.';
    return refuse(
      event,
      unavailable,
      `The sandbox cannot be reached, and this request is too large to wait. ${advice}`,
    );
  }
  const service = isForEdge ? undefined : await stored('service');
  if (service !== undefined) return toService(event, place, service, nameKey);
  return refuse(event, unavailable, 'The sandbox cannot be reached right now. Send the request again.');
}

/** Whether a browser opens a page. */
function isNavigation(request) {
  const mode = request.headers['sec-fetch-mode'];
  return request.method === 'GET' && mode !== undefined && mode.value === 'navigate';
}

/** @param until in seconds since 1970; undefined for no end */
function isOver(until) {
  return until !== undefined && until <= Date.now() / 1000;
}
