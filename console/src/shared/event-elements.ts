import { pretty } from '../../../shared/presentation/events/json.ts';
import type { Content, TimelineEvent } from '../../../shared/presentation/events/timeline-event.ts';
import { toolCallOf } from '../../../shared/presentation/events/tool-call.ts';
import { visible } from '../../../shared/presentation/visible.ts';
import type { Row, ToolRow } from '../pages/conversations/events/model/timeline-rows.ts';

/** The row of an event. Texts of agents become text nodes, and nothing else: no markup, no links, no pictures. */
export function rowElement(row: Row): HTMLElement {
  const item = element('li');
  item.append(...(row.type === 'tool' ? toolParts(row) : eventParts(row.event)));
  return item;
}

function toolParts(row: ToolRow): readonly Node[] {
  const { tool, subject, outcome } = toolCallOf(row);
  const said = row.action?.content.text ?? '';
  const call = element('details', 'card');
  const title = element('summary', outcome === 'failed' ? 'failed' : '', visible(`${tool} ${subject}`));
  const input = row.action && pretty(row.action.content.action);
  const output = row.result && (row.result.content.text || pretty(row.result.content.result));
  call.append(title, ...[input, output].flatMap((text) => (text ? [element('pre', '', visible(text))] : [])));
  return [...(said === '' ? [] : [spoken('Agent', said, row.action?.at)]), call];
}

function eventParts({ content, at, kind }: TimelineEvent): readonly Node[] {
  switch (content.type) {
    case 'message':
      return [spoken(content.from === 'user' ? 'User' : 'Agent', messageText(content), at)];
    case 'error':
      return [element('p', 'failed', visible(content.title))];
    case 'note':
      return [folded(content.title, content.text)];
    case 'state':
      return [element('p', 'minor', visible(content.text))];
    default:
      return [element('p', 'minor', visible(kind))];
  }
}

function messageText({ text, images }: Extract<Content, { type: 'message' }>): string {
  // Pictures are not shown: their host would learn who reads the page.
  const pictures = images.length === 0 ? '' : `[${images.length} ${images.length === 1 ? 'picture' : 'pictures'}]`;
  return [text, pictures].filter(Boolean).join('\n\n');
}

function spoken(who: string, text: string, at: string | undefined): HTMLElement {
  const card = element('article', 'card');
  const from = element('div', 'from', who);
  if (at !== undefined) from.append(timeElement(at));
  const words = element('p', 'text', visible(text));
  words.dir = 'auto';
  card.append(from, words);
  return card;
}

function folded(title: string, text: string): HTMLElement {
  const fold = element('details', 'card');
  fold.append(element('summary', '', visible(title)), element('pre', '', visible(text)));
  return fold;
}

export function timeElement(at: string): HTMLElement {
  const time = document.createElement('time');
  time.dateTime = at;
  time.textContent = new Date(at).toLocaleString();
  return time;
}

export function element(name: string, className = '', text?: string): HTMLElement {
  const made = document.createElement(name);
  if (className !== '') made.className = className;
  if (text !== undefined) made.textContent = text;
  return made;
}
