import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const auditRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/audit',
  validateSearch: (search) => textParams(search, ['from', 'to', 'action', 'key_id', 'resource', 'page', 'entry']),
  component: lazyRouteComponent(() => import('./audit-page.tsx'), 'AuditPage'),
});
