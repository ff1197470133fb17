/**
 * Goes on to the console with the token in the fragment, which browsers send to no server. The token comes in the
 * fragment of a link from the command line, or in the query, as clients of the hosted product have it.
 */
export const invitationScript = `
'use strict';
const page = document.getElementById('console');
const of = (text) => new URLSearchParams(text.slice(1)).get('token');
const token = of(location.hash) || of(location.search);
if (page && token) {
  page.hash = 'token=' + token;
  location.replace(page.href);
}
`;

/** @param consoleUrl undefined without a web console */
export function invitationPage(consoleUrl: string | undefined): string {
  const href = `${consoleUrl}/invitation`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  const way =
    consoleUrl === undefined
      ? 'This service has no web console. Sign in with your program, and send the token of this link to <code>POST /api/organizations/members/invite/accept</code>.'
      : `Continue in the <a id="console" href="${href}">web console</a>.`;
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="robots" content="noindex">
<meta name="viewport" content="width=device-width">
<title>Invitation</title>
</head>
<body>
<h1>Invitation</h1>
<p>${way}</p>
<script>${invitationScript}</script>
</body>
</html>
`;
}
