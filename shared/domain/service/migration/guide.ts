import { conversationMoves, workspaceMoves } from './conversation-moves.ts';
import type { Fields, Move } from './move.ts';
import { ownerMoves } from './owner-moves.ts';

interface Section {
  readonly title: string;
  readonly moves: readonly Move[];
}

/** The guide from the legacy generation to the current one, served at /docs/migration. */
export const guide: {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly Section[];
} = {
  title: 'From the legacy generation to the current one',
  paragraphs: [
    'Both generations work on the same conversations, sandboxes, settings and secrets, with the same API keys: a client can move call by call. What one generation made, the other one knows.',
    'Each answer of a legacy endpoint carries `Deprecation` (since when, in seconds since 1970), `Link` to this page (`rel="deprecation"`) and to what takes its place (`rel="successor-version"`), and `Sunset` once the operator of the service has set the day from which it may be gone. The answers of API Gateway itself that know no route, such as a 401, carry none of these.',
    'How many calls of a key still go to the legacy generation, `GET /api/v1/limits` tells for the last 24 hours (`calls.legacy`), and the usage report by key for longer times.',
    'Errors are problem details in both generations; the current one has no `message` and no `msg_id`: read `code`, and show `detail`. An id that cannot be one is a 422 and not a 400. Lists are `items` with `next_page_id`. An unknown conversation is a 404 and never `null`.',
  ],
  sections: [
    { title: 'Conversations', moves: conversationMoves },
    { title: 'Messages, events and workspaces', moves: workspaceMoves },
    { title: 'Settings, secrets and what web clients ask for', moves: ownerMoves },
  ],
};

/** The guide as a page. It has no script and no style, and holds nothing of the request. */
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

function moveOf({ legacy, current, note, request, answer }: Move): string {
  return [
    `<h3><code>${escaped(legacy)}</code></h3>`,
    `<p>${current === null ? 'Nothing takes its place.' : `Now <code>${escaped(current)}</code>.`}${note ? ` ${marked(note)}` : ''}</p>`,
    ...tableOf('request', request),
    ...tableOf('answer', answer),
  ].join('\n');
}

function tableOf(what: string, fields: Fields): readonly string[] {
  const rows = Object.entries(fields).map(
    ([name, becomes]) => `<tr><td><code>${escaped(name)}</code></td><td>${marked(becomes)}</td></tr>`,
  );
  return rows.length === 0 ? [] : [`<table><tr><th>${what}</th><th>becomes</th></tr>`, ...rows, '</table>'];
}

/** Text between backticks is code. */
function marked(text: string): string {
  return escaped(text).replace(/`([^`]*)`/g, '<code>$1</code>');
}

function escaped(text: string): string {
  return text.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;');
}
