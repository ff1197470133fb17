import type { ConsoleOptions } from '../e2e/support/console-page.ts';
import type { Scene } from './scene.ts';

/** A screenshot of one page. */
export interface Picture extends ConsoleOptions {
  /** The file name without its extension. */
  readonly name: string;
  readonly path: string;
  readonly heading: string | RegExp;
  /** A text that appears when the page is complete. */
  readonly words?: string;
  /** The title of a collapsed part to open. */
  readonly folded?: string;
}

/** Every page in light mode at 1440 pixels, and some of them in dark mode and on a phone. */
export function picturesOf({ conversationId, sandboxId, endpointId, title }: Scene): readonly Picture[] {
  const overview = { path: '/', heading: 'Overview', words: title };
  const words = 'All three tests pass now.';
  const conversation = { path: `/conversations/${conversationId}`, heading: title, words, folded: 'str_replace' };
  const usage = { path: '/usage?by=key', heading: 'Usage', words: 'nightly job' };
  return [
    { name: 'overview', ...overview },
    { name: 'overview-dark', ...overview, scheme: 'dark' },
    { name: 'overview-phone', ...overview, size: 'phone' },
    { name: 'conversations', path: '/conversations', heading: 'Conversations', words: title },
    { name: 'new-conversation', path: '/conversations/new', heading: 'Start a conversation' },
    { name: 'conversation', ...conversation },
    { name: 'conversation-dark', ...conversation, scheme: 'dark' },
    { name: 'conversation-phone', ...conversation, size: 'phone' },
    { name: 'sandboxes', path: '/sandboxes', heading: 'Sandboxes' },
    { name: 'sandbox', path: `/sandboxes/${sandboxId}`, heading: /./ },
    { name: 'receipts', path: '/sandboxes?tab=receipts', heading: 'Sandboxes' },
    { name: 'usage', ...usage },
    { name: 'limits', path: '/limits', heading: 'Limits' },
    { name: 'keys', path: '/keys', heading: 'Keys', words: 'nightly job' },
    { name: 'webhooks', path: '/webhooks', heading: 'Webhooks', words: 'Shop backend' },
    { name: 'webhook-endpoint', path: `/webhooks/${endpointId}`, heading: /./ },
    { name: 'audit', path: '/audit', heading: 'Audit' },
    { name: 'settings', path: '/settings', heading: 'Settings' },
    { name: 'owners', path: '/owners', heading: 'Owners', words: 'globex' },
    { name: 'reference', path: '/reference', heading: /Agent Conversation Service/ },
  ];
}
