import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const ownersRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners',
  validateSearch: (search) => textParams(search, ['page']),
  component: lazyRouteComponent(() => import('./owners-page.tsx'), 'OwnersPage'),
});

export const ownerRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/owners/$ownerId',
  component: lazyRouteComponent(() => import('./owner-page.tsx'), 'OwnerPage'),
});
