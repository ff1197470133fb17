import { type LucideIcon, Pause, Play } from 'lucide-react';
import { answerOf } from '../../../shared/client/answer-of.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import type { SandboxStatus } from '../api/shapes.ts';
import { type OperationName, useCan } from '../session/session.ts';
import { Button } from '../ui/button.tsx';

export type SandboxActionName = 'pause' | 'resume';

/** The action for each status, besides deleting. */
export const actionFor = {
  STARTING: 'pause',
  RUNNING: 'pause',
  PAUSED: 'resume',
  ERROR: 'resume',
  MISSING: null,
} as const satisfies Record<SandboxStatus, SandboxActionName | null>;

const looks = {
  pause: { label: 'Pause', icon: Pause, operation: 'POST /api/v1/sandboxes/{sandbox_id}/pause' },
  resume: { label: 'Resume', icon: Play, operation: 'POST /api/v1/sandboxes/{sandbox_id}/resume' },
} as const;

export interface SandboxAction {
  readonly name: SandboxActionName;
  readonly label: string;
  readonly icon: LucideIcon;
  readonly isPending: boolean;
  readonly run: () => void;
}

interface ActionMutation {
  readonly isPending: boolean;
  readonly mutate: (name: SandboxActionName) => void;
}

/** The action that the status of a sandbox and the key allow; undefined without one. */
export function useAllowedAction(
  status: SandboxStatus,
  { isPending, mutate }: ActionMutation,
): SandboxAction | undefined {
  const can = useCan();
  const name = actionFor[status];
  if (name === null || !can(looks[name].operation)) return undefined;
  const { label, icon } = looks[name];
  return { name, label, icon, isPending, run: () => mutate(name) };
}

/** Requests the pause or the resume of a sandbox. @throws ApiProblem */
export function requestAction(api: ServiceClient['api'], sandboxId: string, name: SandboxActionName): Promise<unknown> {
  const params = { path: { sandbox_id: sandboxId } };
  return name === 'pause'
    ? answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/pause', { params }))
    : answerOf(api.POST('/api/v1/sandboxes/{sandbox_id}/resume', { params }));
}

export function actionOperation(name: SandboxActionName): OperationName {
  return looks[name].operation;
}

export function actionLabel(name: SandboxActionName): string {
  return looks[name].label;
}

export function SandboxActionButton({ action }: { readonly action: SandboxAction }) {
  const { name, label, icon, isPending, run } = action;
  return (
    <Button busy={isPending} icon={icon} onClick={run} variant={name === 'pause' ? 'secondary' : 'primary'}>
      {label}
    </Button>
  );
}
