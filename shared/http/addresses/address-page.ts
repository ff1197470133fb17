import { createHash } from 'node:crypto';
import type { AddressCode, Refusal, StartStep } from '../../domain/sandboxes/waking/reply.ts';

/** The style of the page that browsers show for a sandbox that is not running. */
const style = `
:root { color-scheme: light dark; --line: light-dark(#d5d7dc, #3b3f48); --soft: light-dark(#5b606b, #a4a9b5);
  --card: light-dark(#fff, #1b1d22); --back: light-dark(#f4f5f7, #111216); --strong: light-dark(#1d4ed8, #8ab4ff); }
body { font: 1rem/1.5 system-ui, sans-serif; background: var(--back); margin: 0; padding: 8vh 1rem; }
main { max-width: 27rem; margin: 0 auto; padding: 1.75rem; border: 1px solid var(--line); border-radius: .75rem;
  background: var(--card); }
h1 { font-size: 1.35rem; line-height: 1.25; margin: 0 0 .5rem; }
p { margin: .5rem 0; }
ol { margin: 1rem 0; padding-left: 1.25rem; color: var(--soft); }
li[aria-current] { color: inherit; font-weight: 600; }
small { color: var(--soft); }
a { color: var(--strong); }
`;

const styleHash = createHash('sha256').update(style).digest('base64');

/** The page has no script, loads nothing, and can be framed: previews of a sandbox show it while it starts. */
export const pagePolicy = `default-src 'none'; style-src 'sha256-${styleHash}'; base-uri 'none'; form-action 'none'`;

const headings: Readonly<Record<AddressCode, string>> = {
  sandbox_address_invalid: 'This URL is not valid',
  sandbox_key_needed: 'This port requires a key',
  gone: 'This URL no longer works',
  sandbox_paused: 'This sandbox is paused',
  sandbox_failed: 'This sandbox has failed',
  sandbox_starting: 'The sandbox is starting',
  unavailable: 'One moment',
  rate_limited: 'Too many requests',
  wake_limit_exceeded: 'This sandbox was resumed too often today',
  start_refused: 'This sandbox cannot start now',
  concurrency_limit_exceeded: 'Too many sandboxes are running',
  quota_exceeded: 'A budget is used up',
  owner_suspended: 'The owner of this sandbox is suspended',
  internal_error: 'Something went wrong',
};

/** The stages of a start, each with the step that ends it. */
const stages = [
  ['TASK_REQUESTED', 'Waiting for its turn'],
  ['TASK_RUNNING', 'Starting the container'],
  ['AGENT_ANSWERED', 'Starting the agent'],
  ['SANDBOX_RUNNING', 'Preparing the agent'],
] as const;

export function addressPage(refusal: Refusal, requestId: string): string {
  const { code, detail, reloads = false, steps } = refusal;
  const heading = headings[code];
  const advice = reloads
    ? '<p>This page opens the sandbox as soon as it is ready.</p>'
    : code === 'sandbox_paused' || code === 'unavailable' || code === 'start_refused'
      ? '<p><a href="">Try again</a></p>'
      : '';
  return `<!doctype html>
<html lang="en">
<head>
<meta charset="utf-8">
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="referrer" content="no-referrer">
<title>${heading}</title>
<style>${style}</style>
</head>
<body>
<main>
<h1>${heading}</h1>
${reloads ? '' : `<p>${escaped(detail)}</p>`}${steps === undefined ? '' : progress(steps)}${advice}
<small>Request ${escaped(requestId)}</small>
</main>
</body>
</html>
`;
}

function progress(steps: readonly StartStep[]): string {
  const reached = new Set(steps.map(({ step }) => step));
  const current = stages.findIndex(([step]) => !reached.has(step));
  const items = stages.map(([, text], index) => `<li${index === current ? ' aria-current="step"' : ''}>${text}</li>`);
  return `<ol>${items.join('')}</ol>`;
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;').replaceAll('"', '&quot;');
}
