import { useQuery } from '@tanstack/react-query';
import { Plus, Trash2 } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import type { Announcement } from '../../api/shapes.ts';
import { useChange } from '../../data/change.ts';
import { serviceClock } from '../../live/now.ts';
import { useApi } from '../../session/session.ts';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { SelectField, TextAreaField, TextField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { Time } from '../../ui/time.tsx';

/** Announcements for all owners, current and planned. */
export function AnnouncementsCard() {
  const api = useApi();
  const [isAsked, setAsked] = useState(false);
  const { data } = useQuery({
    queryKey: ['announcements'],
    queryFn: ({ signal }) => answerOf(api.GET('/api/v1/announcements', { signal })),
  });
  const remove = useChange(
    'announcements',
    (id: string) =>
      answerOf(api.DELETE('/api/v1/announcements/{announcement_id}', { params: { path: { announcement_id: id } } })),
    () => undefined,
  );
  const announcements = data?.items ?? [];
  return (
    <Card title="Announcements">
      <div className="grid gap-3">
        {announcements.length === 0 && <p className="text-ink-soft text-sm">No announcements.</p>}
        {announcements.map((one) => (
          <div className="flex items-start gap-3" key={one.id}>
            <div className="min-w-0 flex-1">
              <p className="break-words font-medium">{one.text}</p>
              <p className="text-ink-soft text-sm">
                {one.level}, from <Time as="clock" value={one.starts_at} /> to <Time as="clock" value={one.ends_at} />
              </p>
            </div>
            <Button busy={remove.isPending} icon={Trash2} onClick={() => remove.mutate(one.id)}>
              Delete announcement
            </Button>
          </div>
        ))}
        <div>
          <Button icon={Plus} onClick={() => setAsked(true)}>
            Announce
          </Button>
        </div>
      </div>
      {isAsked && <Announce onClose={() => setAsked(false)} />}
    </Card>
  );
}

const levels = ['info', 'warning', 'critical'] as const satisfies readonly Announcement['level'][];

function Announce({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const announce = useChange(
    'announcements',
    (fields: FormData) => {
      const level = levels.find((one) => one === textIn(fields, 'level')) ?? 'info';
      const days = Number(textIn(fields, 'days') || 7);
      const ends_at = new Date(serviceClock.now().getTime() + days * 86_400_000).toISOString();
      return answerOf(api.POST('/api/v1/announcements', { body: { text: textIn(fields, 'text'), level, ends_at } }));
    },
    onClose,
  );
  const errors = fieldErrors(announce.error);
  return (
    <Dialog onClose={onClose} title="Create an announcement">
      <DialogForm action="Announce" mutation={announce} onClose={onClose} onSubmit={announce.mutate}>
        <TextAreaField error={errors.text} label="Text" maxLength={500} name="text" required rows={3} />
        <SelectField label="Level" name="level" options={levels.map((value) => [value, value] as const)} />
        <TextField
          defaultValue="7"
          error={errors.ends_at}
          hint="Counted from now."
          label="Days to show it"
          max={90}
          min={1}
          name="days"
          type="number"
        />
      </DialogForm>
    </Dialog>
  );
}
