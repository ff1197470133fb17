import { guide } from './guide.ts';
import type { Fields, Move } from './move.ts';

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
