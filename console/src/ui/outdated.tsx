import { useEffect } from 'react';
import { reloadOnce } from '../live/code-loader.ts';

/** The code is gone after a release: the page gets the new one. */
export function Outdated() {
  useEffect(reloadOnce, []);
  return null;
}
