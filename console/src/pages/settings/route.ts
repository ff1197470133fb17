import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';

export const settingsRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/settings',
  validateSearch: (search) => textParams(search, ['tab', 'page']),
  component: lazyRouteComponent(() => import('./settings-page.tsx'), 'SettingsPage'),
});
