/** The style of the page to approve a device. The content security policy of the endpoint has its hash. */
export const pageStyle = `
:root { color-scheme: light dark; --line: light-dark(#d5d7dc, #3b3f48); --soft: light-dark(#5b606b, #a4a9b5);
  --card: light-dark(#fff, #1b1d22); --back: light-dark(#f4f5f7, #111216); --strong: light-dark(#1d4ed8, #8ab4ff);
  --on-strong: light-dark(#fff, #10131a); --bad: light-dark(#b42318, #ff9b8f); }
* { box-sizing: border-box; }
body { font: 1rem/1.5 system-ui, sans-serif; background: var(--back); margin: 0; padding: 8vh 1rem; }
main { max-width: 27rem; margin: 0 auto; padding: 1.75rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card); }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
small, dt { color: var(--soft); font-size: .875rem; }
input { width: 100%; padding: .6rem .7rem; font: inherit; border: 1px solid var(--line); border-radius: .4rem; }
#code { letter-spacing: .15em; text-transform: uppercase; }
button { margin: 1.25rem .5rem 0 0; padding: .6rem 1.2rem; font: inherit; border: 1px solid var(--line);
  border-radius: .4rem; background: transparent; color: inherit; cursor: pointer; }
button[value=approve] { background: var(--strong); border-color: var(--strong); color: var(--on-strong); }
button:disabled { opacity: .5; cursor: default; }
#answer { min-height: 1.5rem; font-weight: 600; }
#answer.bad { color: var(--bad); }
dl { margin: 1rem 0; }
dd { margin: 0 0 .6rem; overflow-wrap: anywhere; }
[hidden] { display: none; }
`;

/** Sends the API key in a header, so that no URL, history or log contains it. */
export const pageScript = `
'use strict';
const ids = ['form', 'code', 'key', 'answer', 'facts', 'end'];
const [form, code, key, answer, facts, end] = ids.map((id) => document.getElementById(id));
const words = {
  401: 'This API key is not valid. Check that you entered all of it and that it has not been revoked or expired.',
  429: 'Too many attempts. Wait a few minutes, then try again.',
};
code.value = (new URLSearchParams(location.search).get('user_code') || '').slice(0, 40);
(code.value === '' ? code : key).focus();
const tell = (text, bad) => {
  answer.textContent = text;
  answer.classList.toggle('bad', bad);
};
const fact = (name, text) => {
  if (!text) return;
  facts.append(...[['dt', name], ['dd', text]].map(([tag, content]) => {
    const element = document.createElement(tag);
    element.textContent = content;
    return element;
  }));
};
const finish = (decision, { message, device, scopes, key_name, expires_at }) => {
  form.remove();
  document.getElementById('ask').remove();
  fact('Program', [device.client_name, device.device_name].filter(Boolean).join(' on ') || device.program);
  fact('IP address', device.address);
  fact('Requested', device.asked_at && new Date(device.asked_at).toLocaleString());
  if (decision === 'approve') {
    fact('API key', key_name);
    fact('Scopes', scopes.join(', '));
    fact('Expires', new Date(expires_at).toLocaleString());
  }
  facts.hidden = end.hidden = false;
  tell(message, false);
};
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  const decision = event.submitter ? event.submitter.value : '';
  const buttons = form.querySelectorAll('button');
  const headers = { 'X-Session-API-Key': key.value.trim() };
  key.value = '';
  buttons.forEach((button) => { button.disabled = true; });
  tell('One moment…', false);
  try {
    const body = new URLSearchParams({ user_code: code.value, decision });
    const response = await fetch('verify-authenticated', { method: 'POST', headers, body });
    const said = await response.json();
    if (response.ok) finish(decision, said);
    else tell(words[response.status] || said.detail || 'The service failed. Try again.', true);
  } catch (error) {
    tell('The service cannot be reached. Try again.', true);
  }
  buttons.forEach((button) => { button.disabled = false; });
});
`;

/** What both pages begin with. */
const head = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Sign in a program</title>
<style>${pageStyle}</style>
</head>
<body>
<main>
<h1>Sign in a program</h1>
`;

/** A static page: nothing from a request can get into it. */
export const page = `${head}<p id="ask">A program wants to act on your behalf. Approve it only if you started it yourself and it shows this code
now.</p>
<form id="form" autocomplete="off">
<label for="code">Code shown by the program</label>
<input id="code" required maxlength="40" spellcheck="false">
<label for="key">Your API key</label>
<input id="key" type="password" required maxlength="200" autocomplete="off">
<small>The program gets a key of its own for 90 days, with the permissions that it asked for and that this key has.
This service has no web console, where you could choose them.</small>
<div>
<button value="approve">Approve</button>
<button value="deny">Deny</button>
</div>
</form>
<p id="answer" role="status"></p>
<dl id="facts" hidden></dl>
<p id="end" hidden>You can close this window and return to the program.</p>
</main>
<script>${pageScript}</script>
</body>
</html>
`;

/** Replaces this page with that of the console, and carries the code over. */
export const forwardScript = `
'use strict';
const page = document.getElementById('console');
page.search = location.search;
location.replace(page.href);
`;

/** Leads to the console, which shows what a program asks for. */
export function pageBefore(consoleUrl: string): string {
  const href = `${consoleUrl}/device`.replaceAll('&', '&amp;').replaceAll('"', '&quot;');
  return `${head}<p>Continue in the <a id="console" href="${href}">web console</a>.</p>
</main>
<script>${forwardScript}</script>
</body>
</html>
`;
}
