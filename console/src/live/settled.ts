import { useEffect, useState } from 'react';

/** How long nothing may be typed before it is searched for, in milliseconds. */
const PAUSE = 250;

/** A value once it has stopped changing for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
  return settled;
}
