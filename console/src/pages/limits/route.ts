import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const limitsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/limits',
  component: lazyRouteComponent(() => import('./limits-page.tsx'), 'LimitsPage'),
});
