import { describe, expect, it } from 'vitest';
import { documentedLines, programsOf } from '../../support/documents/command-lines.ts';
import { type DocumentedRequest, problemOfRequest } from '../../support/documents/request-problem.ts';

/** Requests that no endpoint takes, with the reason. */
const others: readonly (readonly [url: RegExp, reason: string])[] = [
  [/^\$EDGE|^CONVERSATION_URL|^https:\/\/console\./, 'asks a sandbox or the console'],
  [/\$BASE_URL\/(nothing|server_info)$/, 'shows what a request gets that is not in the contract'],
];

const lines = documentedLines(/(^|\| |`)curl .*[$A-Z/]/);
const own = lines.filter((line) => !others.some(([url]) => url.test(requestOf(line).url)));

describe('every curl command of a document is a request of the contract', () => {
  it('finds them', () => {
    expect(own.length).toBeGreaterThan(5);
    expect(lines.length).toBeGreaterThan(own.length);
  });

  it.each(own)('%s', (line) => {
    expect(problemOfRequest(requestOf(line).request)).toBeUndefined();
  });
});

describe('the check finds', () => {
  it.each([
    ['curl $URL/api/v1/conversation', 'no endpoint for GET /api/v1/conversation'],
    ['curl -X PUT "$URL/api/v1/app-conversations"', 'no endpoint for PUT'],
    ['curl "$URL/api/v1/app-conversations/search?titel=a"', 'no query parameter titel'],
    [`curl $URL/api/v1/app-conversations -d '{"titel": "a"}'`, 'has no field titel'],
    [`curl $URL/api/v1/app-conversations -d '{"title": 7}'`, '"title"'],
  ])('what is wrong with %s', (line, problem) => {
    expect(problemOfRequest(requestOf(line).request)).toContain(problem);
  });
});

function requestOf(line: string): { readonly url: string; readonly request: DocumentedRequest } {
  const words = programsOf(line).find((one) => one.words[0] === 'curl')?.words ?? [];
  const after = (option: RegExp) => words[words.findIndex((word) => option.test(word)) + 1];
  const has = (option: RegExp) => words.some((word) => option.test(word));
  const url = words.find((word) => /^(https?:|\$[A-Z_]+|CONVERSATION_URL)/.test(word)) ?? '';
  const { pathname, searchParams } = new URL(url.replace(/^(https?:\/\/[^/]+|[$A-Z_]+)/, 'http://service'));
  const data = has(/^(-d|--data)/) ? after(/^(-d|--data)/) : undefined;
  const method = has(/^(-X|--request)$/) ? after(/^(-X|--request)$/) : data === undefined ? 'GET' : 'POST';
  // A body from a file or of a pipe is not in the line.
  const body = data === undefined || data.startsWith('@') ? {} : { body: JSON.parse(data) };
  return { url, request: { method: method ?? '', path: pathname, query: searchParams, ...body } };
}
