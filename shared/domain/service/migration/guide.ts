import { conversationMoves, workspaceMoves } from './conversation-moves.ts';
import type { Fields, Move } from './move.ts';
import { ownerMoves } from './owner-moves.ts';

interface Section {
  readonly title: string;
  readonly moves: readonly Move[];
}

/** The migration guide at /docs/migration. */
export const guide: {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly Section[];
} = {
  title: 'Migrate from the legacy generation to the current one',
  paragraphs: [
    'Both generations share conversations, sandboxes, settings, secrets and API keys, so a client can migrate one request at a time.',
    'Each response of a legacy endpoint has the headers `Deprecation` (in seconds since 1970) and `Link`, to this page (`rel="deprecation"`) and to the replacement (`rel="successor-version"`). It has the header `Sunset` once the operator of the service has set the day when the endpoint can end. Responses of API Gateway without a route, such as a 401, do not have these headers.',
    'To see how many requests of a key still go to the legacy generation, call `GET /api/v1/limits` (`calls.legacy`, last 24 hours), or get the usage report by key for longer periods.',
    'Errors are problem details in both generations. The current one has no `message` and no `msg_id`: read `code`, and show `detail`. An invalid id is a 422 instead of a 400. Lists are `items` with `next_page_id`. An unknown conversation is always a 404, never `null`.',
  ],
  sections: [
    { title: 'Conversations', moves: conversationMoves },
    { title: 'Messages, events and workspaces', moves: workspaceMoves },
    { title: 'Settings, secrets and web client configuration', moves: ownerMoves },
  ],
};

/** The guide as a static page without scripts and styles. */
export function migrationPage(): string {
  const { title, paragraphs, sections } = guide;
  return [
    '<!doctype html>',
    '<html lang="en">',
    `<head><meta charset="utf-8"><meta name="viewport" content="width=device-width"><title>${marked(title)}</title></head>`,
    '<body>',
    `<h1>${marked(title)}</h1>`,
    ...paragraphs.map((text) => `<p>${marked(text)}</p>`),
    ...sections.flatMap(({ title: name, moves }) => [`<h2>${marked(name)}</h2>`, ...moves.map(moveOf)]),
    '</body>',
    '</html>',
  ].join('\n');
}

function moveOf({ legacy, current, note, request = {}, answer = {} }: Move): string {
  return [
    `<h3><code>${escaped(legacy)}</code></h3>`,
    `<p>${current === null ? 'There is no replacement.' : `Now <code>${escaped(current)}</code>.`}${note ? ` ${marked(note)}` : ''}</p>`,
    ...tableOf('request', request),
    ...tableOf('response', answer),
  ].join('\n');
}

function tableOf(what: string, fields: Fields): readonly string[] {
  const rows = Object.entries(fields).map(
    ([name, becomes]) => `<tr><td><code>${escaped(name)}</code></td><td>${marked(becomes)}</td></tr>`,
  );
  return rows.length === 0 ? [] : [`<table><tr><th>${what}</th><th>replacement</th></tr>`, ...rows, '</table>'];
}

/** Text between backticks is code. */
function marked(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
