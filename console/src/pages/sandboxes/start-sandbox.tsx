import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { useState } from 'react';
import { answerOf } from '../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../api/failure.ts';
import { given } from '../../api/search-params.ts';
import type { ExposedUrl, ResourcesRequest, Sandbox, Snapshot } from '../../api/shapes.ts';
import { useSpecs } from '../../data/spec-queries.ts';
import { useApi } from '../../session/session.ts';
import { Dialog } from '../../ui/dialog.tsx';
import { DialogForm } from '../../ui/dialog-form.tsx';
import { CheckboxField, SelectField } from '../../ui/fields.tsx';
import { textIn } from '../../ui/forms.ts';
import { capacityOf, noMachine, resourcesOf } from '../../ui/machine.ts';
import { MachineFields } from '../../ui/machine-fields.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { SpecField, specOf } from '../../ui/spec-field.tsx';
import { useToast } from '../../ui/toasts.ts';
import { portNames } from './port-names.ts';
import { optionsOf, wakeWords } from './ports/port-words.ts';
import { refreshSandboxes } from './sandbox-actions.tsx';

type Policies = Partial<Record<ExposedUrl['name'], keyof typeof wakeWords>>;

interface Start {
  readonly sandbox_spec_id?: string;
  readonly on_limit: 'reject' | 'pause_oldest';
  readonly wake: Policies | undefined;
  readonly capacity: Sandbox['capacity'] | undefined;
  readonly resources: ResourcesRequest | undefined;
  readonly snapshot_id: string | undefined;
}

interface Props {
  /** What the new sandbox has in its workspace. */
  readonly snapshot?: Snapshot;
  readonly onClose: () => void;
}

const startPorts = Object.keys(portNames) as ExposedUrl['name'][];

/** What was chosen; undefined if nothing was. */
function wakeIn(fields: FormData): Policies | undefined {
  const chosen = startPorts.map((name) => [name, textIn(fields, name)]).filter(([, policy]) => policy !== '');
  return chosen.length === 0 ? undefined : Object.fromEntries(chosen);
}

/** Starts a sandbox without a conversation and navigates to it. */
export function StartSandbox({ snapshot, onClose }: Props) {
  const api = useApi();
  const queries = useQueryClient();
  const navigate = useNavigate();
  const toast = useToast();
  const specs = useSpecs();
  const start = useMutation({
    mutationFn: ({ sandbox_spec_id, on_limit, ...body }: Start) => {
      const query = { ...given({ sandbox_spec_id }), on_limit };
      return answerOf(api.POST('/api/v1/sandboxes', { params: { query }, body: given(body) }));
    },
    onSuccess: async ({ id }) => {
      toast({ tone: 'good', title: 'Sandbox is starting' });
      onClose();
      await navigate({ to: '/sandboxes/$sandboxId', params: { sandboxId: id } });
      await refreshSandboxes(queries);
    },
  });
  const [spec, setSpec] = useState(snapshot?.sandbox_spec_id ?? '');
  const [machine, setMachine] = useState(noMachine);
  const submit = (fields: FormData) =>
    start.mutate({
      ...(spec !== '' && { sandbox_spec_id: spec }),
      capacity: capacityOf(machine),
      on_limit: fields.has('on_limit') ? 'pause_oldest' : 'reject',
      wake: wakeIn(fields),
      resources: resourcesOf(machine),
      snapshot_id: snapshot?.id,
    });
  return (
    <Dialog onClose={onClose} title={snapshot ? 'Start a sandbox from a snapshot' : 'Start a sandbox'}>
      <QueryStates query={specs}>
        {(items) => (
          <DialogForm action="Start" mutation={start} onClose={onClose} onSubmit={submit}>
            <p className="text-ink-soft text-sm">
              Starts an agent server without a conversation. Conversations can use it later by its ID.
            </p>
            {snapshot ? (
              <Source snapshot={snapshot} />
            ) : (
              <SpecField
                error={fieldErrors(start.error).sandbox_spec_id}
                hint="Image, machine size and time limits."
                label="Sandbox spec"
                onChange={(id) => {
                  setSpec(id);
                  setMachine({ ...machine, resources: {} });
                }}
                specs={items}
                value={spec}
              />
            )}
            <div className="grid gap-3 sm:grid-cols-2">
              <MachineFields
                errors={fieldErrors(start.error)}
                leastDisk={snapshot?.size_gib}
                machine={machine}
                onChange={(changed) => setMachine({ ...machine, ...changed })}
                spec={specOf(items, spec)}
              />
            </div>
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

/** The snapshot that a sandbox starts from, whose spec it has. */
function Source({ snapshot: { name, id, state, sandbox_spec_id: spec } }: { readonly snapshot: Snapshot }) {
  return (
    <div className="grid gap-1 text-sm">
      <p className="break-words">
        Its workspace is a copy of the snapshot <span className="font-medium">{name ?? id}</span>, and its spec is{' '}
        {spec}.
      </p>
      {state === 'CREATING' && (
        <p className="text-ink-soft">The snapshot is still being created. The sandbox starts as soon as it is ready.</p>
      )}
    </div>
  );
}
