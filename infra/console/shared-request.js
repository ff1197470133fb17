// A CloudFront function (JavaScript runtime 2.0). The local server of the console runs it too.

// Every path below /shared gets the page of public links, because its policy is stricter than that of the app.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  var request = event.request;
  request.uri = '/shared.html';
  return request;
}
