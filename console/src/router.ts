import { createRootRoute, createRoute, createRouter, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from './api/search-params.ts';
import { PageError, PagePending } from './layout/page-states.tsx';
import { NotFound, Shell } from './layout/shell.tsx';
import { code } from './live/code-loader.ts';
import { choiceNames } from './pages/usage/choices.ts';

/** A page whose code is loaded when it is visited. */
const page: typeof lazyRouteComponent = (importer, name) => lazyRouteComponent(() => code.load(importer), name);

const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });

const overviewRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/',
  component: page(() => import('./pages/overview/overview-page.tsx'), 'OverviewPage'),
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
      'by',
      'from',
      'until',
      'changed_from',
      'changed_until',
      'sandbox',
      'subs',
      'page',
    ]),
  component: page(() => import('./pages/conversations/list/conversations-page.tsx'), 'ConversationsPage'),
});

const newConversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations/new',
  // `task`: a start whose progress is shown, also after a reload. `snapshot`: what a new one begins from.
  validateSearch: (search) => textParams(search, ['task', 'snapshot']),
  component: page(() => import('./pages/conversations/start/new-conversation-page.tsx'), 'NewConversationPage'),
});

const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations/$conversationId',
  validateSearch: (search) => textParams(search, ['tab', 'file']),
  component: page(() => import('./pages/conversations/detail/conversation-page.tsx'), 'ConversationPage'),
});

const sandboxesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes',
  validateSearch: (search) => textParams(search, ['tab', 'status', 'state', 'spec', 'page']),
  component: page(() => import('./pages/sandboxes/sandboxes-page.tsx'), 'SandboxesPage'),
});

const sandboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes/$sandboxId',
  validateSearch: (search) => textParams(search, ['tab']),
  component: page(() => import('./pages/sandboxes/sandbox-page.tsx'), 'SandboxPage'),
});

const snapshotsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/snapshots',
  validateSearch: (search) => textParams(search, ['tab', 'state', 'sandbox', 'page']),
  component: page(() => import('./pages/sandboxes/snapshots/snapshots-page.tsx'), 'SnapshotsPage'),
});

const snapshotRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/snapshots/$snapshotId',
  validateSearch: (search) => textParams(search, ['tab', 'since']),
  component: page(() => import('./pages/sandboxes/snapshots/snapshot-page.tsx'), 'SnapshotPage'),
});

const prebuildsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prebuilds',
  component: page(() => import('./pages/prebuilds/prebuilds-page.tsx'), 'PrebuildsPage'),
});

const prebuildRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/prebuilds/$prebuildId',
  component: page(() => import('./pages/prebuilds/prebuild-page.tsx'), 'PrebuildPage'),
});

const specsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/specs',
  component: page(() => import('./pages/specs/specs-page.tsx'), 'SpecsPage'),
});

const specRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/specs/$specId',
  component: page(() => import('./pages/specs/spec-page.tsx'), 'SpecPage'),
});

const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: (search) => textParams(search, choiceNames),
  component: page(() => import('./pages/usage/usage-page.tsx'), 'UsagePage'),
});

const limitsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/limits',
  component: page(() => import('./pages/limits/limits-page.tsx'), 'LimitsPage'),
});

const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: (search) => textParams(search, ['name']),
  component: page(() => import('./pages/keys/keys-page.tsx'), 'KeysPage'),
});

const membersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/members',
  validateSearch: (search) => textParams(search, ['email', 'page']),
  component: page(() => import('./pages/members/members-page.tsx'), 'MembersPage'),
});

const inviteRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/invitation',
  component: page(() => import('./pages/invite/invite-page.tsx'), 'InvitePage'),
});

const deviceRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/device',
  validateSearch: (search) => textParams(search, ['user_code']),
  component: page(() => import('./pages/device/device-page.tsx'), 'DevicePage'),
});

const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: page(() => import('./pages/webhooks/webhooks-page.tsx'), 'WebhooksPage'),
});

const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$endpointId',
  validateSearch: (search) => textParams(search, ['status', 'type', 'from', 'to', 'page', 'message']),
  component: page(() => import('./pages/webhooks/endpoint-page.tsx'), 'EndpointPage'),
});

const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: (search) => textParams(search, ['from', 'to', 'action', 'key_id', 'resource', 'page', 'entry']),
  component: page(() => import('./pages/audit/audit-page.tsx'), 'AuditPage'),
});

const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: (search) => textParams(search, ['tab', 'page']),
  component: page(() => import('./pages/settings/settings-page.tsx'), 'SettingsPage'),
});

const ownersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners',
  validateSearch: (search) => textParams(search, ['page']),
  component: page(() => import('./pages/owners/owners-page.tsx'), 'OwnersPage'),
});

const operatorsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/deployment',
  component: page(() => import('./pages/operators/deployment-page.tsx'), 'DeploymentPage'),
});

const ownerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners/$ownerId',
  component: page(() => import('./pages/owners/owner-page.tsx'), 'OwnerPage'),
});

export const router = createRouter({
  routeTree: rootRoute.addChildren([
    overviewRoute,
    conversationsRoute,
    newConversationRoute,
    conversationRoute,
    sandboxesRoute,
    sandboxRoute,
    snapshotsRoute,
    snapshotRoute,
    prebuildsRoute,
    prebuildRoute,
    specsRoute,
    specRoute,
    usageRoute,
    limitsRoute,
    keysRoute,
    membersRoute,
    inviteRoute,
    deviceRoute,
    webhooksRoute,
    endpointRoute,
    auditRoute,
    settingsRoute,
    ownersRoute,
    operatorsRoute,
    ownerRoute,
  ]),
  defaultPreload: 'intent',
  defaultErrorComponent: PageError,
  defaultPendingComponent: PagePending,
  scrollRestoration: true,
});

declare module '@tanstack/react-router' {
  interface Register {
    router: typeof router;
  }
}
