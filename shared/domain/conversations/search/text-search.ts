import type { Clock } from '../../../platform/clock.ts';
import type { Matching, Page } from '../../../platform/paging.ts';
import { searchable } from '../../../presentation/searchable.ts';
import { type AgentEvent, logOf } from '../events/event.ts';
import type { EventReader } from '../events/event-store.ts';
import type { Conversation } from '../record/conversation.ts';
import { createdSort } from '../record/conversation-rows.ts';
import type { ConversationFilter, ConversationStore } from '../record/conversation-store.ts';
import { eventContains, WORDLESS_KINDS } from './event-texts.ts';

/** How much one request reads. The reads that have begun are completed. */
interface TextSearchLimits {
  readonly conversations: number;
  readonly events: number;
  readonly milliseconds: number;
  readonly eventsPerRead: number;
}

const usualLimits: TextSearchLimits = { conversations: 100, events: 2_000, milliseconds: 8_000, eventsPerRead: 100 };

/** Conversations whose events are read at the same time. */
const AT_ONCE = 5;

export interface TextSearchDeps {
  readonly conversations: Pick<ConversationStore, 'list'>;
  readonly events: Pick<EventReader, 'search'>;
  readonly now: Clock;
}

interface TextSearch {
  readonly filter: ConversationFilter;
  readonly matching?: Matching<Conversation> | undefined;
  readonly text: string;
  readonly limit: number;
  readonly after: string | null;
}

export interface TextPage extends Page<Conversation> {
  /** The number of events that were examined. */
  readonly events: number;
}

/**
 * The newest conversations with a text in their events. The search ends after some events, even in the middle of a
 * conversation, and the next page continues there.
 */
export async function searchTexts(
  ownerId: string,
  search: TextSearch,
  deps: TextSearchDeps,
  limits = usualLimits,
): Promise<TextPage> {
  const { filter, matching, limit } = search;
  const { after, within } = placeOf(search.after);
  const page = await deps.conversations.list(ownerId, filter, limits.conversations, after, matching);
  const reading = new Reading(searchable(search.text), deps, limits);
  const found: Conversation[] = [];
  const ended = (next: string | null): TextPage => ({ items: found, next, events: reading.events });
  for (let index = 0; index < page.items.length; index += AT_ONCE) {
    const group = page.items.slice(index, index + AT_ONCE);
    const firsts = await Promise.all(
      group.map((conversation) => reading.read(conversation, isResumed(conversation, after) ? within : null)),
    );
    for (const [place, conversation] of group.entries()) {
      const result = await reading.lookIn(conversation, firsts[place]);
      if (typeof result === 'string') return ended(placeWithin(conversation, result));
      if (result) found.push(conversation);
      const isLast = conversation === page.items.at(-1);
      if (found.length === limit || reading.isOver()) return ended(isLast ? page.next : createdSort(conversation));
    }
  }
  return ended(page.next);
}

/** The reads of one request, within its limits. */
class Reading {
  events = 0;
  readonly #wanted: string;
  readonly #deps: TextSearchDeps;
  readonly #limits: TextSearchLimits;
  readonly #until: number;

  constructor(wanted: string, deps: TextSearchDeps, limits: TextSearchLimits) {
    this.#wanted = wanted;
    this.#deps = deps;
    this.#limits = limits;
    this.#until = deps.now().getTime() + limits.milliseconds;
  }

  isOver(): boolean {
    return this.events >= this.#limits.events || this.#deps.now().getTime() >= this.#until;
  }

  read(conversation: Conversation, after: string | null): Promise<Page<AgentEvent>> {
    return this.#deps.events.search(logOf(conversation), {
      newestFirst: false,
      limit: this.#limits.eventsPerRead,
      after,
      without: WORDLESS_KINDS,
    });
  }

  /** @returns whether an event has the text, or after which event the search ended */
  async lookIn(conversation: Conversation, first: Page<AgentEvent> | undefined): Promise<boolean | string> {
    for (let page = first ?? (await this.read(conversation, null)); ; page = await this.read(conversation, page.next)) {
      this.events += page.items.length;
      if (page.items.some((event) => eventContains(event, this.#wanted))) return true;
      if (page.next === null) return false;
      if (this.isOver()) return page.next;
    }
  }
}

/** Directly before the conversation in a list that is newest first: it sorts below all characters of ids. */
const BEFORE = '!';

/** Conversation ids contain no bar. */
const BAR = '|';

function placeWithin(conversation: Conversation, event: string): string {
  return `${createdSort(conversation)}${BEFORE}${BAR}${event}`;
}

function placeOf(position: string | null): { readonly after: string | null; readonly within: string | null } {
  const bar = position?.indexOf(BAR) ?? -1;
  if (position === null || bar < 0) return { after: position, within: null };
  return { after: position.slice(0, bar), within: position.slice(bar + 1) };
}

function isResumed(conversation: Conversation, after: string | null): boolean {
  return `${createdSort(conversation)}${BEFORE}` === after;
}
