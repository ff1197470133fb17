import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const sandboxesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes',
  validateSearch: (search) => textParams(search, ['tab', 'page']),
  component: lazyRouteComponent(() => import('./sandboxes-page.tsx'), 'SandboxesPage'),
});

export const sandboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes/$sandboxId',
  component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
});
