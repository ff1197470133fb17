import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const webhooksRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks',
  component: lazyRouteComponent(() => import('./webhooks-page.tsx'), 'WebhooksPage'),
});

export const endpointRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/webhooks/$endpointId',
  validateSearch: (search) => textParams(search, ['page', 'message']),
  component: lazyRouteComponent(() => import('./endpoint-page.tsx'), 'EndpointPage'),
});
