// A function of CloudFront (JavaScript runtime 2.0), which the local server of the console runs too.

// Addresses of the app are made in the browser: each leads to the one page of the app. Files are the hashed ones and
// those at the top, such as /config.json; a name further down may have a dot, as names of models do.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  var request = event.request;
  if (!/^\/(assets\/.*|[^/]+\.[^/]+)$/.test(request.uri)) request.uri = '/index.html';
  return request;
}
