// A function of CloudFront (JavaScript runtime 2.0), which the local server of the console runs too.

// Where the policy of the reference is sent there is no other page, however its address is written: that policy is
// weaker than the one of the app.
// biome-ignore lint/correctness/noUnusedVariables: CloudFront calls it.
function handler(event) {
  var request = event.request;
  request.uri = '/reference.html';
  return request;
}
