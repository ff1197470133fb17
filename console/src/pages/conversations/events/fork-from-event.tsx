import { createContext, type ReactNode, useContext, useState } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { ForkDialog, useCanFork } from '../actions/fork-dialog.tsx';

type Fork = (eventId: string) => void;

const ForkContext = createContext<Fork | undefined>(undefined);

/** Asks for a fork of the shown conversation from an event; undefined where it cannot be forked. */
export function useForkFromEvent(): Fork | undefined {
  return useContext(ForkContext);
}

interface Props {
  readonly conversation: Conversation;
  readonly children: ReactNode;
}

/** Lets the rows of events fork their conversation. */
export function ForkFromEvent({ conversation, children }: Props) {
  const canFork = useCanFork(conversation);
  const [eventId, setEventId] = useState<string>();
  return (
    <ForkContext value={canFork ? setEventId : undefined}>
      {children}
      {eventId !== undefined && (
        <ForkDialog conversation={conversation} eventId={eventId} onClose={() => setEventId(undefined)} />
      )}
    </ForkContext>
  );
}
