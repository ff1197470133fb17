import { useMutation, useQueryClient } from '@tanstack/react-query';
import { type ReactNode, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import { given } from '../../../api/search-params.ts';
import type { Sandbox } from '../../../api/shapes.ts';
import { useSpecs } from '../../../data/spec-queries.ts';
import { useApi } from '../../../session/session.ts';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { CheckboxField } from '../../../ui/fields.tsx';
import { capacityOf, type Machine, noMachine, resourcesOf } from '../../../ui/machine.ts';
import { MachineFields, SizeFields } from '../../../ui/machine-fields.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { refreshConversations } from '../../conversations/queries.ts';

interface Props {
  readonly sandbox: Sandbox;
  readonly onClose: () => void;
}

/** Changes the size of a sandbox from its next resume on. */
export function ResizeSandbox({ sandbox, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const { id, status } = sandbox;
  const [machine, setMachine] = useState(noMachine);
  const resize = useSizeChange(() => {
    const params = { path: { sandbox_id: id } };
    const body = given({ resources: resourcesOf(machine) });
    return answerOf(api.PATCH('/api/v1/sandboxes/{sandbox_id}', { params, body }));
  });
  const submit = (): void =>
    resize.mutate(undefined, {
      onSuccess: () => {
        toast({ tone: 'good', title: 'Size changed', detail: 'It applies from the next resume on.' });
        onClose();
      },
    });
  return (
    <Dialog onClose={onClose} title="Resize this sandbox">
      <DialogForm action="Resize" mutation={resize} onClose={onClose} onSubmit={submit}>
        <p className="text-ink-soft text-sm">
          The new size applies from the next resume on.
          {(status === 'RUNNING' || status === 'STARTING') && ' To apply it now, pause the sandbox and resume it.'}
        </p>
        <OfSpec error={resize.error} machine={machine} onMachine={setMachine} sandbox={sandbox}>
          {(props) => <SizeFields {...props} />}
        </OfSpec>
      </DialogForm>
    </Dialog>
  );
}

/** Resumes a sandbox with another size, or on other capacity. */
export function ResumeWith({ sandbox, onClose }: Props) {
  const api = useApi();
  const toast = useToast();
  const { id } = sandbox;
  const [machine, setMachine] = useState(noMachine);
  const resume = useSizeChange((on_limit: 'reject' | 'pause_oldest') => {
    const params = { path: { sandbox_id: id }, query: { on_limit } };
    const body = given({ resources: resourcesOf(machine), capacity: capacityOf(machine) });
    return answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params, body }));
  });
  const submit = (fields: FormData): void =>
    resume.mutate(fields.has('on_limit') ? 'pause_oldest' : 'reject', {
      onSuccess: () => {
        toast({ tone: 'good', title: 'Resuming the sandbox', detail: 'It starts from its saved workspace.' });
        onClose();
      },
    });
  return (
    <Dialog onClose={onClose} title="Resume with another size">
      <DialogForm action="Resume" mutation={resume} onClose={onClose} onSubmit={submit}>
        <p className="text-ink-soft text-sm">The sandbox keeps the size and capacity that you choose here.</p>
        <OfSpec error={resume.error} machine={machine} onMachine={setMachine} sandbox={sandbox}>
          {(props) => <MachineFields {...props} />}
        </OfSpec>
        <CheckboxField
          hint="Otherwise the resume is rejected."
          label="Pause the oldest sandbox if the limit is reached"
          name="on_limit"
        />
      </DialogForm>
    </Dialog>
  );
}

interface OfSpecProps extends Pick<Props, 'sandbox'> {
  readonly machine: Machine;
  readonly onMachine: (machine: Machine) => void;
  readonly error: Error | null;
  readonly children: (props: Parameters<typeof MachineFields>[0]) => ReactNode;
}

/** The fields of a sandbox that exists, by the sizes of its spec. */
function OfSpec({ sandbox, machine, onMachine, error, children }: OfSpecProps) {
  const specs = useSpecs();
  const { sandbox_spec_id: specId, resources, next_resources: next, capacity } = sandbox;
  return (
    <QueryStates query={specs}>
      {(items) => {
        const spec = items.find(({ id }) => id === specId);
        if (!spec)
          return <p className="text-sm">The spec {specId} is no longer offered, so the size stays as it is.</p>;
        const now = { current: next ?? resources, leastDisk: resources.disk_gb, usualCapacity: capacity };
        const onChange = (changed: Partial<Machine>): void => onMachine({ ...machine, ...changed });
        return (
          <div className="grid gap-3 sm:grid-cols-2">
            {children({ ...now, errors: fieldErrors(error), machine, onChange, spec })}
          </div>
        );
      }}
    </QueryStates>
  );
}

/** Refreshes conversations too, which show the status of their sandbox. */
function useSizeChange<Input, Output>(change: (input: Input) => Promise<Output>) {
  const queries = useQueryClient();
  return useMutation({ mutationFn: change, onSuccess: () => refreshConversations(queries) });
}
