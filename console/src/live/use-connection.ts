import { onlineManager } from '@tanstack/react-query';
import { useEffect, useSyncExternalStore } from 'react';
import { connection, type Silence } from './connection.ts';

/** Null while the service answers. */
export function useSilence(): Silence | null {
  return useSyncExternalStore(connection.subscribe, connection.get);
}

/** Follows the connection to a service. Queries wait while it is silent, and are refreshed when it answers again. */
export function useConnection(apiUrl: string): void {
  useEffect(() => {
    onlineManager.setEventListener((setOnline) => {
      const tell = (): void => setOnline(connection.get() === null);
      tell();
      return connection.subscribe(tell);
    });
    return connection.start((signal) => fetch(`${apiUrl}/alive`, { cache: 'no-store', signal }));
  }, [apiUrl]);
}
