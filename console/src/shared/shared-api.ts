import type { paths } from '../../../shared/client/api-types.ts';

type AnswerOf<Path extends '/api/shared-conversations' | '/api/shared-events/search' | '/api/shared-files'> =
  paths[Path]['get']['responses'][200]['content']['application/json'];

export type SharedConversation = NonNullable<AnswerOf<'/api/shared-conversations'>[number]>;
export type SharedFile = SharedConversation['files'][number];
export type SharedFileContent = AnswerOf<'/api/shared-files'>;
type EventPage = AnswerOf<'/api/shared-events/search'>;

/** The form of a token, and of the IDs that open a conversation. The service refuses other texts. */
const NAME = /^[\w-]{1,100}$/;

/** The service did not answer as it should. */
export class ReadFailedError extends Error {
  override readonly name = 'ReadFailedError';
}

/** Reads what is public. It knows no key, and sends neither cookies nor a referrer. */
export class SharedApi {
  readonly #apiUrl: string;

  constructor(apiUrl: string) {
    this.#apiUrl = apiUrl;
  }

  /** @returns null for what is not public */
  async conversation(token: string): Promise<SharedConversation | null> {
    if (!NAME.test(token)) return null;
    const found = await this.#get<AnswerOf<'/api/shared-conversations'>>('/api/shared-conversations', { ids: token });
    return found[0] ?? null;
  }

  events(token: string, page: string | null): Promise<EventPage> {
    const next: Readonly<Record<string, string>> = page === null ? {} : { page_id: page };
    return this.#get('/api/shared-events/search', { conversation_id: token, limit: '100', ...next });
  }

  file(token: string, id: string): Promise<SharedFileContent> {
    return this.#get('/api/shared-files', { conversation_id: token, id });
  }

  async #get<T>(path: string, query: Readonly<Record<string, string>>): Promise<T> {
    const url = `${this.#apiUrl}${path}?${new URLSearchParams(query)}`;
    const response = await fetch(url, { credentials: 'omit', referrerPolicy: 'no-referrer', cache: 'no-store' });
    if (response.status === 429)
      throw new ReadFailedError('Too many people read at the moment. Try again in a minute.');
    if (response.status === 404) throw new ReadFailedError('This file is no longer shared.');
    if (!response.ok) throw new ReadFailedError('The conversation cannot be shown at the moment. Try again later.');
    return response.json();
  }
}
