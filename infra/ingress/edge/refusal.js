// What the edge responds itself. `shared/contract/shapes/edge-problem.ts` lists the codes.
export const notFound = { status: 404, title: 'Not Found', code: 'not_found' };
export const invalid = { status: 403, title: 'Forbidden', code: 'sandbox_address_invalid' };
export const moved = { status: 410, title: 'Gone', code: 'sandbox_moved' };
export const domainNeeded = { status: 403, title: 'Forbidden', code: 'sandbox_domain_needed' };
export const keyNeeded = { status: 401, title: 'Unauthorized', code: 'sandbox_key_needed' };
export const unavailable = { status: 503, title: 'Service Unavailable', code: 'unavailable' };

/** A problem detail (RFC 9457), or the response to a preflight, so that scripts of any origin can read the problem. */
export function refuse(event, problem, detail) {
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
  if (problem === unavailable) headers['retry-after'] = { value: '1' };
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
