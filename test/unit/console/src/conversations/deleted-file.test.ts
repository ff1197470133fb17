import { QueryClient, QueryClientProvider } from '@tanstack/react-query';
import { createElement } from 'react';
import { renderToStaticMarkup } from 'react-dom/server';
import { expect, it } from 'vitest';
import { FileChange } from '../../../../../console/src/pages/conversations/changes/changes-view.tsx';
import { SessionContext } from '../../../../../console/src/session/session.ts';
import { ApiProblem } from '../../../../../shared/client/api-problem.ts';

const conversation = { id: 'c', execution_status: 'finished' };

/** The panel of a deleted file, with this response of the agent. */
async function panelOf(answer: () => unknown): Promise<string> {
  const client = new QueryClient({ defaultOptions: { queries: { retry: false, retryOnMount: false } } });
  const queryKey = ['git-diff', 'c', '/workspace', 'old.txt', 'finished'];
  await client.prefetchQuery({ queryKey, queryFn: async () => answer() });
  const props = { conversation, directory: '/workspace', path: 'old.txt', isDeleted: true } as never;
  const session = { client: {} } as never;
  const panel = createElement(SessionContext, { value: session }, createElement(FileChange, props));
  return renderToStaticMarkup(createElement(QueryClientProvider, { client }, panel));
}

it('a deleted file shows the text that it had', async () => {
  const panel = await panelOf(() => ({ original: 'first\nsecond', modified: '' }));

  expect(panel.match(/first|second|removed/g)).toEqual(['removed', 'first', 'removed', 'second']);
});

it.each([
  ['was empty', () => ({ original: '', modified: '' })],
  [
    'is unknown to an older agent server',
    () => {
      throw new ApiProblem(new Response(null, { status: 404 }), undefined);
    },
  ],
])('a deleted file that %s is shown as deleted', async (_, answer) => {
  expect(await panelOf(answer)).toContain('The file was deleted.');
});
