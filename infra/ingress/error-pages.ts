/** The statuses that the edge itself gives when a task cannot be reached, or does not answer in time. */
export const unreachable = { 502: 'Bad Gateway', 504: 'Gateway Timeout' } as const;

const PAGES_PREFIX = '_edge/';

/** The path under which the edge answers with its own pages, and with nothing of a sandbox. */
export const PAGES_PATH = `/${PAGES_PREFIX}*`;

export const PROBLEM_TYPE = 'application/problem+json';

/** A client that asks again sees what is so by then. */
export const PAGES_CACHE_CONTROL = 'no-store';

/** The path of the page for a status, as the distribution names it. */
export function pagePathOf(status: number): string {
  return `/${PAGES_PREFIX}${pageNameOf(status)}`;
}

/** What the edge's bucket holds: problem details (RFC 9457) by their names below the prefix. */
export function errorPages(): { readonly prefix: string; readonly pages: Readonly<Record<string, string>> } {
  const pages = Object.entries(unreachable).map(([status, title]) => [
    pageNameOf(Number(status)),
    JSON.stringify({ type: 'about:blank', title, status: Number(status), detail, code: 'sandbox_moved' }),
  ]);
  return { prefix: PAGES_PREFIX, pages: Object.fromEntries(pages) };
}

const detail =
  'Nothing answers at this address: the sandbox was paused, moved or has ended, or its agent did not answer in time. ' +
  "Ask the service for the sandbox's exposed_urls.";

function pageNameOf(status: number): string {
  return `${status}.json`;
}
