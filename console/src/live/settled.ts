import { useEffect, useState } from 'react';

<<<<<<< HEAD
/** A value after it has not changed for a while, so that not every letter that is typed is a request. */
export function useSettled<Value>(value: Value, milliseconds = 300): Value {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), milliseconds);
    return () => clearTimeout(timer);
  }, [value, milliseconds]);
=======
/** How long nothing may be typed before it is searched for, in milliseconds. */
const PAUSE = 250;

/** A value once it has stopped changing for a moment. */
export function useSettled<T>(value: T): T {
  const [settled, setSettled] = useState(value);
  useEffect(() => {
    const timer = setTimeout(() => setSettled(value), PAUSE);
    return () => clearTimeout(timer);
  }, [value]);
>>>>>>> h/c-settings
  return settled;
}
