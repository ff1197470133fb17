// A CloudFront function (JavaScript runtime 2.0). The local server of the console runs it too.

// Every path below /reference gets this page, because the policy there is weaker than that of the app.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  var request = event.request;
  request.uri = '/reference.html';
  return request;
}
