import type { FormEvent } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog, DialogActions } from '../../../ui/dialog.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { LONGEST_TITLE, useRename } from './use-actions.ts';

interface Props {
  readonly conversation: Conversation;
  readonly onClose: () => void;
}

export function RenameDialog({ conversation, onClose }: Props) {
  const rename = useRename(conversation);
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const title = String(new FormData(event.currentTarget).get('title')).trim();
    if (title !== conversation.title) rename.mutate(title);
    onClose();
  };
  return (
    <Dialog onClose={onClose} title="Rename the conversation">
      <form className="grid gap-4" onSubmit={submit}>
        <TextField
          autoFocus
          defaultValue={conversation.title ?? ''}
          label="Title"
          maxLength={LONGEST_TITLE}
          name="title"
          pattern=".*\S.*"
          required
        />
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Rename
          </Button>
        </DialogActions>
      </form>
    </Dialog>
  );
}
