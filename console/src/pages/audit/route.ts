import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: (search) => textParams(search, ['action', 'key_id', 'resource', 'page']),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
