import { Badge } from '../../../ui/badge.tsx';
import type { Connection } from './feed/live-events.ts';

const looks = {
  connecting: { tone: 'info', word: 'Connecting', title: 'The console connects to the agent.' },
  live: { tone: 'good', word: 'Live', title: 'Events come from the agent as they happen.' },
  reconnecting: { tone: 'warn', word: 'Reconnecting', title: 'The connection to the agent broke. Nothing is lost.' },
  history: {
    tone: 'plain',
    word: 'History',
    title: 'No agent can be asked now. Events are what the service keeps, read every few seconds.',
  },
} as const;

/** Where the events come from now. */
export function ConnectionBadge({ connection }: { readonly connection: Connection }) {
  const { tone, word, title } = looks[connection];
  return (
    <span className="flex" role="status" title={title}>
      <Badge isMoving={connection !== 'history'} tone={tone}>
        {word}
      </Badge>
    </span>
  );
}
