import { createRouter } from '@tanstack/react-router';
import { PageError } from './layout/page-error.tsx';
import { auditRoute } from './pages/audit/route.ts';
import { conversationRoute, conversationsRoute, newConversationRoute } from './pages/conversations/route.ts';
import { keysRoute } from './pages/keys/route.ts';
import { limitsRoute } from './pages/limits/route.ts';
import { overviewRoute } from './pages/overview/route.ts';
import { ownerRoute, ownersRoute } from './pages/owners/route.ts';
import { sandboxesRoute, sandboxRoute } from './pages/sandboxes/route.ts';
import { settingsRoute } from './pages/settings/route.ts';
import { usageRoute } from './pages/usage/route.ts';
import { endpointRoute, webhooksRoute } from './pages/webhooks/route.ts';
import { rootRoute } from './root-route.ts';
import { Skeleton } from './ui/skeleton.tsx';

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
