import { createRootRoute } from '@tanstack/react-router';
import { NotFound } from './layout/not-found.tsx';
import { Shell } from './layout/shell.tsx';

export const rootRoute = createRootRoute({ component: Shell, notFoundComponent: NotFound });
