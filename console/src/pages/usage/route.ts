import { createRoute, lazyRouteComponent } from '@tanstack/react-router';
import { textParams } from '../../api/search-params.ts';
import { rootRoute } from '../../root-route.ts';
import { choiceNames } from './choices.ts';

export const usageRoute = createRoute({
  getParentRoute: () => rootRoute,
  path: '/usage',
  validateSearch: (search) => textParams(search, choiceNames),
  component: lazyRouteComponent(() => import('./usage-page.tsx'), 'UsagePage'),
});
