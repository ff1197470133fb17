import {
  Activity,
  ChartColumn,
  Gauge,
  KeyRound,
  MessagesSquare,
  ScrollText,
  ServerCog,
  SquareTerminal,
  Users,
  Webhook,
} from 'lucide-react';
import type { OperationName } from '../session/session.ts';

/** The pages that the navigation offers, each with the operation without which there is nothing to see. */
export const destinations = [
  { to: '/', label: 'Overview', icon: Activity },
  { to: '/conversations', label: 'Conversations', icon: MessagesSquare, needs: 'GET /api/v1/app-conversations/search' },
  { to: '/sandboxes', label: 'Sandboxes', icon: SquareTerminal, needs: 'GET /api/v1/sandboxes/search' },
  { to: '/usage', label: 'Usage', icon: ChartColumn, needs: 'GET /api/v1/usage' },
  { to: '/limits', label: 'Limits', icon: Gauge },
  { to: '/keys', label: 'Keys', icon: KeyRound, needs: 'GET /api/keys' },
  { to: '/webhooks', label: 'Webhooks', icon: Webhook, needs: 'GET /api/v1/webhook-endpoints' },
  { to: '/audit', label: 'Audit log', icon: ScrollText, needs: 'GET /api/v1/audit' },
  { to: '/settings', label: 'Settings', icon: ServerCog, needs: 'GET /api/v1/settings' },
  { to: '/owners', label: 'Owners', icon: Users, needs: 'GET /api/v1/owners' },
] as const satisfies readonly { readonly needs?: OperationName; readonly [name: string]: unknown }[];
