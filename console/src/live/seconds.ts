import { useEffect, useState } from 'react';

/** The present moment each second, for what is watched while it goes on. */
export function useSeconds(isOn: boolean): Date {
  const [now, setNow] = useState(() => new Date());
  useEffect(() => {
    if (!isOn) return;
    const timer = setInterval(() => setNow(new Date()), 1_000);
    return () => clearInterval(timer);
  }, [isOn]);
  return now;
}
