/** The style of the page on which a person approves a device. The endpoint's policy names its hash. */
export const pageStyle = `
:root { color-scheme: light dark; }
body { font: 1rem/1.5 system-ui, sans-serif; max-width: 26rem; margin: 12vh auto; padding: 0 1rem; }
label { display: block; margin: 1rem 0 .25rem; font-weight: 600; }
input { box-sizing: border-box; width: 100%; padding: .6rem; font: inherit; }
#code { letter-spacing: .15em; text-transform: uppercase; }
button { margin: 1.25rem .5rem 0 0; padding: .6rem 1.2rem; font: inherit; }
#answer { min-height: 1.5rem; font-weight: 600; }
`;

/** Sends the code with the API key in a header, so that the key is in no address, history or log. */
export const pageScript = `
'use strict';
const [form, code, key, answer] = ['form', 'code', 'key', 'answer'].map((id) => document.getElementById(id));
code.value = (new URLSearchParams(location.search).get('user_code') || '').slice(0, 40);
form.addEventListener('submit', async (event) => {
  event.preventDefault();
  answer.textContent = 'One moment…';
  const decision = event.submitter ? event.submitter.value : '';
  const headers = { 'X-Session-API-Key': key.value.trim() };
  key.value = '';
  try {
    const body = new URLSearchParams({ user_code: code.value, decision });
    const response = await fetch('verify-authenticated', { method: 'POST', headers, body });
    const { message, detail } = await response.json();
    answer.textContent = message || detail;
  } catch (error) {
    answer.textContent = 'The service cannot be reached. Try again.';
  }
});
`;

/** The page itself. It holds nothing of the request, so that nothing can be smuggled into it. */
export const page = `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>Approve a device</title>
<style>${pageStyle}</style>
</head>
<body>
<h1>Approve a device</h1>
<p>A program asks to work in your name. Approve it only if you started it yourself and it shows this code now.</p>
<form id="form" autocomplete="off">
<label for="code">Code on the device</label>
<input id="code" required maxlength="40" spellcheck="false">
<label for="key">Your API key</label>
<input id="key" type="password" required maxlength="200" autocomplete="off">
<button value="approve">Approve</button>
<button value="deny">Refuse</button>
</form>
<p id="answer" role="status"></p>
<script>${pageScript}</script>
</body>
</html>
`;
