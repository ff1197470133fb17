import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const conversationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations',
  component: lazyRouteComponent(() => import('./conversations-page.tsx'), 'ConversationsPage'),
});

export const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations/$conversationId',
  component: lazyRouteComponent(() => import('./conversation-page.tsx'), 'ConversationPage'),
});
