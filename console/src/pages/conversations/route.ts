import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const conversationsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations',
  validateSearch: (search) =>
    textParams(search, ['title', 'from', 'until', 'changed_from', 'changed_until', 'sandbox', 'subs', 'page']),
  component: lazyRouteComponent(() => import('./list/conversations-page.tsx'), 'ConversationsPage'),
});

export const newConversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations/new',
  // The id of a start task: its progress is shown, also after a reload.
  validateSearch: (search) => textParams(search, ['task']),
  component: lazyRouteComponent(() => import('./start/new-conversation-page.tsx'), 'NewConversationPage'),
});

export const conversationRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/conversations/$conversationId',
  validateSearch: (search) => textParams(search, ['tab', 'file']),
  component: lazyRouteComponent(() => import('./detail/conversation-page.tsx'), 'ConversationPage'),
});
