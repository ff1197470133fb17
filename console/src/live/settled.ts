import { useEffect, useState } from 'react';

/** A value after it has not changed for a while, so that not every letter that is typed is a request. */
export function useSettled<Value>(value: Value, milliseconds = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
  return settled;
}
