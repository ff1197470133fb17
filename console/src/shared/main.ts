import './shared.css';
import { readEvent } from '../../../shared/presentation/events/read-event.ts';
import type { TimelineEvent } from '../../../shared/presentation/events/timeline-event.ts';
import { visible } from '../../../shared/presentation/visible.ts';
import { loadConfig } from '../api/config.ts';
import { rowsOf } from '../pages/conversations/events/model/timeline-rows.ts';
import { rowElement, timeElement } from './event-elements.ts';
import { fileElement } from './file-elements.ts';
import { ReadFailedError, SharedApi, type SharedConversation } from './shared-api.ts';

/**
 * The page of a public link. Its token is behind the number sign, so that no server and no other page gets it in an
 * address. It imports nothing of a session: it can neither read nor send a key.
 */
const tokenOf = (): string => window.location.hash.slice(1);

const part = (selector: string): HTMLElement => {
  const found = document.querySelector<HTMLElement>(selector);
  if (!found) throw new Error(`the page has no ${selector}`);
  return found;
};

const [heading, facts, files, status, list, more] = ['h1', '#facts', '#files', '#status', '#events', '#more'].map(
  part,
) as [HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement, HTMLElement];

async function show(token: string): Promise<void> {
  const { apiUrl } = await loadConfig();
  const api = new SharedApi(apiUrl);
  const conversation = await api.conversation(token);
  if (!conversation) return tell('This link does not open a conversation. It was revoked, or it is incomplete.');
  describe(conversation);
  files.hidden = conversation.files.length === 0;
  files.replaceChildren(...conversation.files.map((file) => fileElement(file, () => api.file(token, file.id))));
  const events: TimelineEvent[] = [];
  let next: string | null = null;
  const addPage = async (): Promise<void> => {
    const page = await api.events(token, next);
    next = page.next_page_id;
    events.push(...page.items.flatMap((item) => readEvent(item, conversation.created_at) ?? []));
    list.replaceChildren(...rowsOf(events).map(rowElement));
    more.hidden = next === null;
    tell(events.length === 0 && next === null ? 'There are no events yet.' : '');
  };
  more.onclick = () => void attempt(addPage);
  await addPage();
}

function describe({
  title,
  selected_repository: repository,
  selected_branch: branch,
  created_at: at,
}: SharedConversation) {
  const name = visible(title ?? 'Shared conversation');
  heading.textContent = name;
  document.title = `${name} · Shared conversation`;
  const where = [repository, branch].filter((one) => one !== null).join(' · ');
  facts.replaceChildren(visible(where === '' ? '' : `${where} · `), timeElement(at));
}

function tell(text: string): void {
  status.textContent = text;
  status.hidden = text === '';
}

async function attempt(act: () => Promise<void>): Promise<void> {
  try {
    await act();
  } catch (error) {
    tell(
      error instanceof ReadFailedError ? error.message : 'The service does not respond. Reload the page to try again.',
    );
  }
}

// Another link in the same tab changes only the part behind the number sign.
window.addEventListener('hashchange', () => window.location.reload());
void attempt(() => show(tokenOf()));
