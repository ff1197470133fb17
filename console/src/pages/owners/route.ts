import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const ownersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners',
  component: lazyRouteComponent(() => import('./owners-page.tsx'), 'OwnersPage'),
});

export const ownerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners/$ownerId',
  component: lazyRouteComponent(() => import('./owner-page.tsx'), 'OwnerPage'),
});
