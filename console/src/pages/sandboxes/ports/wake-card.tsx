import { useMutation, useQueryClient } from '@tanstack/react-query';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { ExposedUrl, Sandbox } from '../../../api/shapes.ts';
import { SANDBOXES } from '../../../data/sandbox-queries.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Card } from '../../../ui/card.tsx';
import { SelectField } from '../../../ui/fields.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { portNames } from '../port-names.ts';
import { optionsOf, wakeWords } from './port-words.ts';

type Policy = keyof typeof wakeWords;

/** Which requests resume the paused sandbox, by port of its spec. Each choice is saved at once. */
export function WakeCard({ sandbox }: { readonly sandbox: Sandbox }) {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const toast = useToast();
  const save = useMutation({
    mutationFn: (wake: Partial<Record<ExposedUrl['name'], Policy>>) =>
      answerOf(
        api.PATCH('/api/v1/sandboxes/{sandbox_id}', { params: { path: { sandbox_id: sandbox.id } }, body: { wake } }),
      ),
    onSuccess: () => {
      toast({ tone: 'good', title: 'Saved', detail: 'It applies to the next request.' });
      return queries.invalidateQueries({ queryKey: [SANDBOXES] });
    },
    onError: (error) => toast(failed('Save', error)),
  });
  const policies = Object.entries(sandbox.wake) as [ExposedUrl['name'], Policy][];
  return (
    <Card title="Requests that resume this sandbox">
      <div className="grid gap-3 sm:grid-cols-2 lg:grid-cols-4">
        {policies.map(([name, policy]) => (
          <SelectField
            disabled={!can('PATCH /api/v1/sandboxes/{sandbox_id}') || save.isPending}
            key={name}
            label={portNames[name]}
            onChange={({ target }) => save.mutate({ [name]: target.value as Policy })}
            options={optionsOf(wakeWords)}
            value={policy}
          />
        ))}
      </div>
    </Card>
  );
}
