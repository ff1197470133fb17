// A CloudFront function (JavaScript runtime 2.0). The local server of the console runs it too.

// The app routes in the browser, so every path gets its page, except files: hashed ones, and those at the top level
// such as /config.json. A dot further down does not make a file, as names of models contain dots.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  var request = event.request;
  if (!/^\/(assets\/.*|[^/]+\.[^/]+)$/.test(request.uri)) request.uri = '/index.html';
  return request;
}
