import {
  Activity,
  Boxes,
  Building2,
  Camera,
  ChartColumn,
  Gauge,
  HeartPulse,
  KeyRound,
  MessagesSquare,
  PackageCheck,
  ScrollText,
  ServerCog,
  SquareTerminal,
  Users,
  Webhook,
} from 'lucide-react';
import type { OperationName } from '../session/session.ts';

/** The pages of the navigation, each with the operation it needs, and the key that leads to it after G. */
export const destinations = [
  { to: '/', label: 'Overview', icon: Activity, letter: 'o' },
  {
    to: '/conversations',
    label: 'Conversations',
    icon: MessagesSquare,
    letter: 'c',
    needs: 'GET /api/v1/app-conversations/search',
  },
  { to: '/sandboxes', label: 'Sandboxes', icon: SquareTerminal, letter: 's', needs: 'GET /api/v1/sandboxes/search' },
  { to: '/snapshots', label: 'Snapshots', icon: Camera, letter: 'p', needs: 'GET /api/v1/snapshots/search' },
  { to: '/prebuilds', label: 'Prebuilds', icon: PackageCheck, letter: 'b', needs: 'GET /api/v1/prebuilds' },
  { to: '/specs', label: 'Sandbox specs', icon: Boxes, letter: 'e', needs: 'GET /api/v1/sandbox-specs/search' },
  { to: '/usage', label: 'Usage', icon: ChartColumn, letter: 'u', needs: 'GET /api/v1/usage' },
  { to: '/limits', label: 'Limits', icon: Gauge, letter: 'l' },
  { to: '/keys', label: 'Keys', icon: KeyRound, letter: 'k', needs: 'GET /api/keys' },
  { to: '/members', label: 'Members', icon: Users, letter: 'm', needs: 'GET /api/organizations/{org_id}/members' },
  { to: '/webhooks', label: 'Webhooks', icon: Webhook, letter: 'w', needs: 'GET /api/v1/webhook-endpoints' },
  { to: '/audit', label: 'Audit log', icon: ScrollText, letter: 'a', needs: 'GET /api/v1/audit' },
  { to: '/settings', label: 'Settings', icon: ServerCog, letter: 't', needs: 'GET /api/v1/settings' },
  {
    to: '/deployment',
    label: 'Deployment',
    icon: HeartPulse,
    letter: 'd',
    needs: 'GET /api/v1/operator/overview',
  },
  { to: '/owners', label: 'Owners', icon: Building2, letter: 'r', needs: 'GET /api/v1/owners' },
] as const satisfies readonly { readonly needs?: OperationName; readonly [name: string]: unknown }[];
