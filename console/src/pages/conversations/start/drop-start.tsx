import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { useConversation } from '../queries.ts';

interface Props {
  readonly conversationId: string;
  readonly label: string;
}

/** Deletes the conversation of a start that is not wanted any more. */
export function DropStart({ conversationId, label }: Props) {
  const [isAsking, setAsking] = useState(false);
  const can = useCan();
  const navigate = useNavigate();
  const { data: conversation } = useConversation(conversationId);
  if (!can('DELETE /api/v1/app-conversations/{conversation_id}')) return null;
  return (
    <>
      <Button disabled={!conversation} onClick={() => setAsking(true)} variant="quiet">
        {label}
      </Button>
      {isAsking && conversation && (
        <DeleteDialog
          conversation={conversation}
          onClose={() => setAsking(false)}
          onDeleted={() => navigate({ to: '/conversations' })}
        />
      )}
    </>
  );
}
