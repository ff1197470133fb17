import { Pencil } from 'lucide-react';
import { type FormEvent, useState } from 'react';
import type { Conversation } from '../../../api/shapes.ts';
import { useCan } from '../../../session/session.ts';
import { Button, IconButton } from '../../../ui/button.tsx';
import { useDocumentTitle } from '../../../ui/document-title.ts';
import { LONGEST_TITLE, useRename } from '../actions/use-actions.ts';
import { titleOf } from '../title.ts';

/** The heading of the page, which becomes a field where it stands. */
export function Title({ conversation }: { readonly conversation: Conversation }) {
  const [state, setState] = useState<'shown' | 'edited' | 'left'>('shown');
  const can = useCan();
  const rename = useRename(conversation);
  const title = titleOf(conversation);
  useDocumentTitle(title);
  const leave = (): void => setState('left');
  const submit = (event: FormEvent<HTMLFormElement>): void => {
    event.preventDefault();
    const entered = String(new FormData(event.currentTarget).get('title')).trim();
    if (entered !== '' && entered !== conversation.title) rename.mutate(entered);
    leave();
  };
  if (state !== 'edited') {
    return (
      <div className="flex min-w-0 items-center gap-1">
        <h1 className="min-w-0 break-words font-semibold text-2xl tracking-tight outline-none" dir="auto" tabIndex={-1}>
          {title}
        </h1>
        {can('PATCH /api/v1/app-conversations/{conversation_id}') && (
          <IconButton
            autoFocus={state === 'left'}
            icon={<Pencil aria-hidden className="size-4" />}
            label="Rename"
            onClick={() => setState('edited')}
          />
        )}
      </div>
    );
  }
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
      onSubmit={submit}
    >
      <h1 className="sr-only">{title}</h1>
      <input
        aria-label="Title"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
        autoFocus
        className="min-w-0 flex-1 basis-60 rounded-lg border border-line-strong bg-surface px-2 py-0.5 font-semibold text-2xl tracking-tight"
        defaultValue={conversation.title ?? ''}
        maxLength={LONGEST_TITLE}
        name="title"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
      <Button onClick={leave}>Cancel</Button>
    </form>
  );
}
