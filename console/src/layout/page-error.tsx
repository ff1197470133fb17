import { useRouter } from '@tanstack/react-router';
import { ErrorState } from '../ui/error-state.tsx';

/** In the place of a page that failed, its script included: after a new release, old parts are gone. */
export function PageError({ error }: { readonly error: unknown }) {
  const router = useRouter();
  return <ErrorState error={error} onRetry={() => router.invalidate()} />;
}
