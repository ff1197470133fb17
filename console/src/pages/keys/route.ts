import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const keysRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/keys',
  validateSearch: (search) => textParams(search, ['name']),
  component: lazyRouteComponent(() => import('./keys-page.tsx'), 'KeysPage'),
});
