// The CloudFront function on responses of sandboxes that have hosts of their own (runtime 2.0). It binds each cookie to
// the host that set it, as one with a Domain would reach all other sandboxes. CloudFront runs it for statuses below 400.

/** All others are left out, Domain included: a browser could read one differently from this function. */
const KEPT = /^(?:expires|max-age|path|secure|httponly|samesite|partitioned|priority)$/;

/** CloudFront calls it. */
export function handler(event) {
  const cookies = event.response.cookies;
  for (const name in cookies) {
    ofThisHost(cookies[name]);
    if (cookies[name].multiValue !== undefined) cookies[name].multiValue.forEach(ofThisHost);
  }
  return event.response;
}

function ofThisHost(cookie) {
  if (cookie.attributes === undefined) return;
  const kept = cookie.attributes
    .split(';')
    .map((attribute) => attribute.trim())
    .filter((attribute) => KEPT.test(attribute.split('=')[0].trim().toLowerCase()))
    .join('; ');
  if (kept === '') delete cookie.attributes;
  else cookie.attributes = kept;
}
