import { useMutation, useQueryClient } from '@tanstack/react-query';
import { useNavigate } from '@tanstack/react-router';
import { GitFork } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import { fieldErrors } from '../../../api/failure.ts';
import { useOnce } from '../../../api/once.ts';
import { given } from '../../../api/search-params.ts';
import type { Sandbox } from '../../../api/shapes.ts';
import { SANDBOXES } from '../../../data/sandbox-queries.ts';
import { useSpecs } from '../../../data/spec-queries.ts';
import { useApi, useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Dialog } from '../../../ui/dialog.tsx';
import { DialogForm } from '../../../ui/dialog-form.tsx';
import { CheckboxField, TextField } from '../../../ui/fields.tsx';
import { textIn } from '../../../ui/forms.ts';
import { capacityOf, noMachine, resourcesOf } from '../../../ui/machine.ts';
import { MachineFields } from '../../../ui/machine-fields.tsx';
import { DoneAction, Modal } from '../../../ui/modal.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { SandboxLink } from '../../../ui/resource-link.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { type Fork, outcomeOf } from './fork-outcome.ts';

interface Props {
  readonly sandbox: Sandbox;
}

/** Starts copies of a sandbox, if the key allows it. An expired sandbox has nothing to copy. */
export function ForkButton({ sandbox }: Props) {
  const can = useCan();
  const navigate = useNavigate();
  const [isAsked, setAsked] = useState(false);
  const [forks, setForks] = useState<readonly Fork[]>();
  if (sandbox.status === 'MISSING' || !can('POST /api/v1/sandboxes/{sandbox_id}/fork')) return null;
  const show = async (made: readonly Fork[]): Promise<void> => {
    setAsked(false);
    const [only] = made;
    if (made.length > 1 || !only?.sandbox) return setForks(made);
    await navigate({ to: '/sandboxes/$sandboxId', params: { sandboxId: only.sandbox.id } });
  };
  return (
    <>
      <Button icon={GitFork} onClick={() => setAsked(true)}>
        Fork
      </Button>
      {isAsked && <ForkDialog onClose={() => setAsked(false)} onForked={show} sandbox={sandbox} />}
      {forks && <Forked forks={forks} onClose={() => setForks(undefined)} />}
    </>
  );
}

/** The most forks of one request. */
const MOST = 100;

interface Request {
  readonly count: number;
  readonly on_limit: 'reject' | 'pause_oldest';
}

interface DialogProps extends Props {
  readonly onClose: () => void;
  readonly onForked: (forks: readonly Fork[]) => Promise<void>;
}

function ForkDialog({ sandbox, onClose, onForked }: DialogProps) {
  const { id, status } = sandbox;
  const [machine, setMachine] = useState(noMachine);
  const { data: specs } = useSpecs();
  const api = useApi();
  const queries = useQueryClient();
  const toast = useToast();
  const once = useOnce();
  const fork = useMutation({
    mutationFn: ({ count, on_limit }: Request) => {
      const body = { count, ...given({ resources: resourcesOf(machine), capacity: capacityOf(machine) }) };
      const params = { path: { sandbox_id: id }, query: { on_limit }, header: once.headerOf([id, body, on_limit]) };
      return answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/fork', { params, body }));
    },
    onSuccess: async ({ items }) => {
      if (items.length === 1) toast({ tone: 'good', title: 'Fork is starting' });
      await onForked(items);
      await queries.invalidateQueries({ queryKey: [SANDBOXES] });
    },
  });
  const submit = (fields: FormData) =>
    fork.mutate({
      count: Number(textIn(fields, 'count')),
      on_limit: fields.has('on_limit') ? 'pause_oldest' : 'reject',
    });
  const errors = fieldErrors(fork.error);
  return (
    <Dialog onClose={onClose} title="Fork this sandbox">
      <DialogForm action="Fork" mutation={fork} onClose={onClose} onSubmit={submit}>
        <p className="text-ink-soft text-sm">
          Starts sandboxes with a copy of this workspace. Each has its own ID, keys and URLs, and counts towards limits
          and budgets. Conversations are not forked.
          {status === 'RUNNING' &&
            ' This sandbox keeps running: what its programs have not written to the disk is not in the copy.'}
        </p>
        <TextField
          defaultValue={1}
          error={errors.count}
          hint="All begin from the same copy."
          label="Number of forks"
          max={MOST}
          min={1}
          name="count"
          required
          type="number"
        />
        <div className="grid gap-3 sm:grid-cols-2">
          <MachineFields
            current={sandbox.resources}
            errors={errors}
            machine={machine}
            onChange={(changed) => setMachine({ ...machine, ...changed })}
            spec={specs?.find((spec) => spec.id === sandbox.sandbox_spec_id)}
            usualCapacity={sandbox.capacity}
          />
        </div>
        <CheckboxField
          hint="Otherwise the forks above the limit are not started."
          label="Pause the oldest sandboxes if the limit is reached"
          name="on_limit"
        />
      </DialogForm>
    </Dialog>
  );
}

interface ForkedProps {
  readonly forks: readonly Fork[];
  readonly onClose: () => void;
}

/** The outcome of each fork: links to those that start, and why others do not. */
function Forked({ forks, onClose }: ForkedProps) {
  const { started, refusals } = outcomeOf(forks);
  return (
    <Modal onClose={onClose} title={`${started.length} of ${forks.length} forks are starting`}>
      {refusals.map(({ detail, count }) => (
        <Notice key={detail} title={count === 1 ? 'One was not started' : `${count} were not started`} tone="bad">
          {detail}
        </Notice>
      ))}
      <ul aria-label="Forks" className="grid max-h-72 gap-3 overflow-y-auto sm:grid-cols-2">
        {started.map((id) => (
          <li key={id}>
            <SandboxLink id={id} />
          </li>
        ))}
      </ul>
      <DoneAction onClick={onClose} />
    </Modal>
  );
}
