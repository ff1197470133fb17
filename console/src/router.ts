import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from './api/search-params.ts';
import { NotFound, PageError, Shell } from './layout/shell.tsx';
import { choiceNames } from './pages/usage/choices.ts';
import { Skeleton } from './ui/query-states.tsx';

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: lazyRouteComponent(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
});

const conversationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations',
  validateSearch: (search) =>
    textParams(search, [
      'status',
      'title',
      'text',
      'repository',
      'model',
      'from',
      'until',
      'changed_from',
      'changed_until',
      'sandbox',
      'subs',
      'page',
    ]),
  component: lazyRouteComponent(() => import('./pages/conversations/list/conversations-page.tsx'), 'ConversationsPage'),
});

const newConversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations/new',
  // The ID of a start task: its progress is shown, also after a reload.
  validateSearch: (search) => textParams(search, ['task']),
  component: lazyRouteComponent(
    () => import('./pages/conversations/start/new-conversation-page.tsx'),
    'NewConversationPage',
  ),
});

const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations/$conversationId',
  validateSearch: (search) => textParams(search, ['tab', 'file']),
  component: lazyRouteComponent(() => import('./pages/conversations/detail/conversation-page.tsx'), 'ConversationPage'),
});

const sandboxesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes',
  validateSearch: (search) => textParams(search, ['tab', 'status', 'state', 'spec', 'page']),
  component: lazyRouteComponent(() => import('./pages/sandboxes/sandboxes-page.tsx'), 'SandboxesPage'),
});

const sandboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes/$sandboxId',
  component: lazyRouteComponent(() => import('./pages/sandboxes/sandbox-page.tsx'), 'SandboxPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: (search) => textParams(search, choiceNames),
  component: lazyRouteComponent(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
});

const limitsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/limits',
  component: lazyRouteComponent(() => import('./pages/limits/limits-page.tsx'), 'LimitsPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: (search) => textParams(search, ['name']),
  component: lazyRouteComponent(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$endpointId',
  validateSearch: (search) => textParams(search, ['status', 'type', 'from', 'to', 'page', 'message']),
  component: lazyRouteComponent(() => import('./pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: (search) => textParams(search, ['from', 'to', 'action', 'key_id', 'resource', 'page', 'entry']),
  component: lazyRouteComponent(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: (search) => textParams(search, ['tab', 'page']),
  component: lazyRouteComponent(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const ownersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners',
  validateSearch: (search) => textParams(search, ['page']),
  component: lazyRouteComponent(() => import('./pages/owners/owners-page.tsx'), 'OwnersPage'),
});

const ownerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners/$ownerId',
  component: lazyRouteComponent(() => import('./pages/owners/owner-page.tsx'), 'OwnerPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    overviewRoute,
    conversationsRoute,
    newConversationRoute,
    conversationRoute,
    sandboxesRoute,
    sandboxRoute,
    usageRoute,
    limitsRoute,
    keysRoute,
    webhooksRoute,
    endpointRoute,
    auditRoute,
    settingsRoute,
    ownersRoute,
    ownerRoute,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultPendingComponent: Skeleton,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
