import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import { given } from '../../api/search-params.ts';
import type { ExposedUrl, Sandbox } from '../../api/shapes.ts';
import { useApi } from '../../session/session.ts';
import { CapacityField } from '../../ui/capacity-field.tsx';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckboxField, SelectField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { QueryStates } from '../../ui/query-states.tsx';
import { resourcesIn, SizeFields } from '../../ui/size-fields.tsx';
import { SpecField, specOf } from '../../ui/spec-field.tsx';
import { useToast } from '../../ui/toasts.ts';
import { useSpecs } from '../conversations/start/suggestions.ts';
import { portNames } from './port-names.ts';
import { optionsOf, wakeWords } from './ports/port-words.ts';
import { refreshSandboxes } from './sandbox-actions.tsx';

type Policies = Partial<Record<ExposedUrl['name'], keyof typeof wakeWords>>;

interface Start {
  readonly sandbox_spec_id?: string;
  readonly on_limit: 'reject' | 'pause_oldest';
  readonly wake: Policies | undefined;
  readonly capacity: Sandbox['capacity'] | undefined;
  readonly resources: ReturnType<typeof resourcesIn>;
}

const startPorts = Object.keys(portNames) as ExposedUrl['name'][];

/** What was chosen; undefined if nothing was. */
function wakeIn(fields: FormData): Policies | undefined {
  const chosen = startPorts.map((name) => [name, textIn(fields, name)]).filter(([, policy]) => policy !== '');
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
}

/** Starts a sandbox without a conversation and navigates to it. */
export function StartSandbox({ onClose }: { readonly onClose: () => void }) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const specs = useSpecs();
  const start = useMutation({
    mutationFn: ({ wake, capacity, resources, ...query }: Start) =>
      answerOf(api.POST('/api/v1/sandboxes', { params: { query }, body: given({ wake, capacity, resources }) })),
    onSuccess: async ({ id }) => {
      toast({ tone: 'good', title: 'Sandbox is starting' });
      onClose();
      await navigate({ to: '/sandboxes/$sandboxId', params: { sandboxId: id } });
      await refreshSandboxes(queries);
    },
  });
  const [spec, setSpec] = useState('');
  const [capacity, setCapacity] = useState('');
  const submit = (fields: FormData) =>
    start.mutate({
      ...(spec !== '' && { sandbox_spec_id: spec }),
      capacity: capacity === 'spot' || capacity === 'on_demand' ? capacity : undefined,
      on_limit: fields.has('on_limit') ? 'pause_oldest' : 'reject',
      wake: wakeIn(fields),
      resources: resourcesIn(fields, specOf(specs.data ?? [], spec)),
    });
  return (
    <Dialog onClose={onClose} title="Start a sandbox">
      <QueryStates query={specs}>
        {(items) => (
          <DialogForm action="Start" mutation={start} onClose={onClose} onSubmit={submit}>
            <p className="text-ink-soft text-sm">
              Starts an agent server without a conversation. Conversations can use it later by its ID.
            </p>
            <SpecField
              error={fieldErrors(start.error).sandbox_spec_id}
              hint="Image, machine size and time limits."
              label="Sandbox spec"
              onChange={setSpec}
              specs={items}
              value={spec}
            />
            <SizeFields errors={fieldErrors(start.error)} key={spec} spec={specOf(items, spec)} />
            <CapacityField
              error={fieldErrors(start.error).capacity}
              onChange={setCapacity}
              spec={specOf(items, spec)}
              value={capacity}
            />
            <CheckboxField
              hint="Otherwise the start is rejected."
              label="Pause the oldest sandbox if the limit is reached"
              name="on_limit"
            />
            <details>
              <summary className="cursor-pointer font-medium text-sm">
                Requests that resume it when it is paused
              </summary>
              <div className="grid gap-3 pt-3 sm:grid-cols-2">
                {startPorts.map((name) => (
                  <SelectField
                    error={fieldErrors(start.error)[`wake.${name}`]}
                    key={name}
                    label={portNames[name]}
                    name={name}
                    options={[['', 'Default'], ...optionsOf(wakeWords)]}
                  />
                ))}
              </div>
            </details>
          </DialogForm>
        )}
      </QueryStates>
    </Dialog>
  );
}
