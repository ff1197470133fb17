import { conversationMoves } from './conversation-moves.ts';
import type { Move } from './move.ts';
import { ownerMoves } from './owner-moves.ts';
import { workspaceMoves } from './workspace-moves.ts';

interface Section {
  readonly title: string;
  readonly moves: readonly Move[];
}

/** The guide from the legacy generation to the current one, served at /docs/migration. */
export const guide: {
  readonly title: string;
  readonly paragraphs: readonly string[];
  readonly sections: readonly Section[];
} = {
  title: 'From the legacy generation to the current one',
  paragraphs: [
    'Both generations work on the same conversations, sandboxes, settings and secrets, with the same API keys: a client can move call by call. What one generation made, the other one knows.',
    'Each answer of a legacy endpoint carries `Deprecation` (since when, in seconds since 1970), `Link` to this page (`rel="deprecation"`) and to what takes its place (`rel="successor-version"`), and `Sunset` once the operator of the service has set the day from which it may be gone. The answers of API Gateway itself that know no route, such as a 401, carry none of these.',
    'How many calls of a key still go to the legacy generation, `GET /api/v1/limits` tells for the last 24 hours (`calls.legacy`), and the usage report by key for longer times.',
    'Errors are problem details in both generations; the current one has no `message` and no `msg_id`: read `code`, and show `detail`. An id that cannot be one is a 422 and not a 400. Lists are `items` with `next_page_id`. An unknown conversation is a 404 and never `null`.',
  ],
  sections: [
    { title: 'Conversations', moves: conversationMoves },
    { title: 'Messages, events and workspaces', moves: workspaceMoves },
    { title: 'Settings, secrets and what web clients ask for', moves: ownerMoves },
  ],
};
