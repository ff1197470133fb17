import type { BashEventFilter } from '../bash/bash-event-files.ts';
import { readBashRequest } from '../bash/bash-request.ts';
import { asConversationId } from '../conversations/conversation-id.ts';
import { readJson } from '../http/body.ts';
import { HttpError, unprocessable } from '../http/http-error.ts';
import { readChoice, readLimit, readMicroseconds, readWholeNumber } from '../http/query.ts';
import type { Route, RoutedRequest } from '../http/router.ts';
import type { Lifecycle } from '../lifecycle.ts';
import { formatMicroseconds } from '../timestamps.ts';

const root = '/api/bash';

/** Commands in the sandbox: what is started here is not part of any conversation. */
export function bashRoutes(lifecycle: Lifecycle): readonly Route[] {
  const at = (method: Route['method'], path: string, handle: Route['handle']): Route => {
    return { method, path: `${root}${path}`, access: 'session', handle };
  };
  const start = async ({ incoming }: RoutedRequest) =>
    lifecycle.bash().start(readBashRequest(await readJson(incoming)));
  return [
    at('POST', '/start_bash_command', async (request) => ({ status: 200, body: (await start(request)).command })),
    at('POST', '/execute_bash_command', async (request) => {
      return { status: 200, body: await (await start(request)).ended };
    }),
    at('GET', '/bash_events/search', ({ query }) => ({ status: 200, body: search(lifecycle, query) })),
    at('GET', '/bash_events/{id}', (request) => {
      const found = lifecycle.bash().files.find(request.param('id'));
      if (!found) throw new HttpError(404);
      return { status: 200, body: found };
    }),
    at('DELETE', '/bash_events', () => ({ status: 200, body: { cleared_count: lifecycle.bash().files.clear() } })),
  ];
}

function search(lifecycle: Lifecycle, query: URLSearchParams) {
  const order = readChoice(query, 'sort_order', ['TIMESTAMP', 'TIMESTAMP_DESC'] as const);
  const limit = readLimit(query.get('limit'));
  const pageId = query.get('page_id') || undefined;
  return lifecycle.bash().files.search(readFilter(query), { pageId, limit, newestFirst: order === 'TIMESTAMP_DESC' });
}

function readFilter(query: URLSearchParams): BashEventFilter {
  return {
    kind: readChoice(query, 'kind__eq', ['BashCommand', 'BashOutput'] as const),
    commandId: readCommandId(query),
    from: fileTime(readMicroseconds(query, 'timestamp__gte')),
    before: fileTime(readMicroseconds(query, 'timestamp__lt')),
    orderAbove: readWholeNumber(query, 'order__gt'),
  };
}

function readCommandId(query: URLSearchParams): string | undefined {
  const value = query.get('command_id__eq');
  if (!value) return undefined;
  const id = asConversationId(value);
  if (id) return id.replaceAll('-', '');
  const loc = ['query', 'command_id__eq'];
  throw unprocessable([{ type: 'uuid_parsing', loc, msg: 'Input should be a valid UUID' }]);
}

function fileTime(microseconds: number | undefined): string | undefined {
  return microseconds === undefined ? undefined : formatMicroseconds(microseconds).replaceAll(/\D/g, '');
}
