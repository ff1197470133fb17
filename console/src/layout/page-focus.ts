import { useRouter } from '@tanstack/react-router';
import { useEffect } from 'react';

/** After a change of pages the focus is at the new heading, so that readers begin there. */
export function usePageFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.querySelector('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}
