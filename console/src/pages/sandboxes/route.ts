import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { rootRoute } from '../../root-route.ts';

export const sandboxesRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes',
  component: lazyRouteComponent(() => import('./sandboxes-page.tsx'), 'SandboxesPage'),
});

export const sandboxRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/sandboxes/$sandboxId',
  component: lazyRouteComponent(() => import('./sandbox-page.tsx'), 'SandboxPage'),
});
