/** The statuses of the edge when a task cannot be reached or does not respond in time. */
export const unreachable = { 502: 'Bad Gateway', 504: 'Gateway Timeout' } as const;

const PAGES_PREFIX = '_edge/';

/** The path of the edge's own pages. */
export const PAGES_PATH = `/${PAGES_PREFIX}*`;

export const PROBLEM_TYPE = 'application/problem+json';

export const PAGES_CACHE_CONTROL = 'no-store';

export function pagePathOf(status: number): string {
  return `/${PAGES_PREFIX}${pageNameOf(status)}`;
}

/** The objects of the edge's bucket: problem details (RFC 9457) by name. */
export function errorPages(): { readonly prefix: string; readonly pages: Readonly<Record<string, string>> } {
  const pages = Object.entries(unreachable).map(([status, title]) => [
    pageNameOf(Number(status)),
    JSON.stringify({ type: 'about:blank', title, status: Number(status), detail, code: 'sandbox_moved' }),
  ]);
  return { prefix: PAGES_PREFIX, pages: Object.fromEntries(pages) };
}

const detail =
  'Nothing responds at this URL: the sandbox was paused, moved or deleted, or its agent did not respond in time. ' +
  "Get the sandbox's exposed_urls from the service.";

function pageNameOf(status: number): string {
  return `${status}.json`;
}
