import { createHash } from 'node:crypto';
import { rootFrom } from './constant-answers.ts';

/** No `#` and no `$` is in the page: it is the text of a mapping template. */
const style = [
  ':root{color-scheme:light dark}',
  'body{font:1rem/1.6 system-ui,sans-serif;max-width:34rem;margin:12vh auto;padding:0 1.25rem}',
  'h1{font-size:1.5rem;line-height:1.25}',
  'code{font-size:.95em}',
].join('');

/** The page runs nothing, loads nothing and lies in no frame; its style is the one that it holds. */
export const peoplePagePolicy = [
  "default-src 'none'",
  `style-src 'sha256-${createHash('sha256').update(style).digest('base64')}'`,
  "form-action 'none'",
  "base-uri 'none'",
  "frame-ancestors 'none'",
].join('; ');

/** What a person reads who opens the address of the interface in a browser. @param path where the page is */
export function peoplePage(path: string): string {
  return [
    '<!doctype html><html lang="en"><head><meta charset="utf-8">',
    '<meta name="viewport" content="width=device-width, initial-scale=1">',
    `<title>Agent Conversation Service</title><style>${style}</style></head><body>`,
    '<h1>Agent Conversation Service</h1>',
    '<p>This address is an interface for programs. It runs conversations between people and AI agents.</p>',
    '<p><strong>To see your conversations or settings</strong>, open your web client, and connect it to this address ',
    'with your API key. The service has the conversations, so every client shows the same ones.</p>',
    '<p><strong>If you run this service</strong>, its setting <code>console</code> makes a web console with a ',
    'reference of the interface, and <code>webUrl</code> leads people from here to another web client.</p>',
    linkFrom(path),
    '</body></html>',
  ].join('');
}

/** Under `{name+}` nothing is known of the depth that a relative link would need. */
function linkFrom(path: string): string {
  if (path.includes('+}')) return '';
  return `<p><a href="${rootFrom(path)}/openapi.json">Every operation of the interface</a>, as OpenAPI</p>`;
}
