import { useMutation } from '@tanstack/react-query';
import { Check, CirclePause, OctagonX, Play, RotateCcw, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conversation } from '../../../../api/shapes.ts';
import { Button } from '../../../../ui/button.tsx';
import { failed, useToast } from '../../../../ui/toasts.ts';
import { addressOf } from '../feed/address.ts';
import { type AgentCall, callAgent, rejection } from './way-to-agent.ts';

interface Props {
  readonly conversation: Conversation;
  readonly executionStatus: string | null;
  /** After the agent has answered. */
  readonly onDone: () => void;
}

interface Control {
  readonly label: string;
  readonly title: string;
  readonly icon: ReactNode;
  readonly call: AgentCall;
  readonly isMain?: true;
}

const icon = 'size-4';
const controls: Readonly<Record<string, readonly Control[]>> = {
  running: [
    {
      label: 'Stop after this step',
      title: 'The agent ends the step that it is in, and waits',
      icon: <CirclePause aria-hidden className={icon} />,
      call: { path: 'pause' },
    },
    {
      label: 'Stop now',
      title: 'The agent drops the step that it is in, and waits',
      icon: <OctagonX aria-hidden className={icon} />,
      call: { path: 'interrupt' },
    },
  ],
  paused: [
    {
      label: 'Continue',
      title: 'The agent goes on where it stopped',
      icon: <Play aria-hidden className={icon} />,
      call: { path: 'run' },
    },
  ],
  error: [
    {
      label: 'Try again',
      title: 'The agent goes on where it failed',
      icon: <RotateCcw aria-hidden className={icon} />,
      call: { path: 'run' },
    },
  ],
  waiting_for_confirmation: [
    {
      label: 'Allow',
      title: 'The agent does what it asks for',
      icon: <Check aria-hidden className={icon} />,
      call: { path: 'events/respond_to_confirmation', body: { accept: true } },
      isMain: true,
    },
    {
      label: 'Reject',
      title: 'The agent does not do what it asks for',
      icon: <X aria-hidden className={icon} />,
      call: rejection('Rejected in the console.'),
    },
  ],
};

/** What can be done with the run of an agent now. */
export function AgentControls({ conversation, executionStatus, onDone }: Props) {
  const toast = useToast();
  const address = addressOf(conversation);
  const act = useMutation({
    mutationFn: async ({ call }: Control) => {
      if (address) await callAgent(address, call);
    },
    onSuccess: onDone,
    onError: (error, { label }) => toast(failed(label, error)),
  });
  const offered = Object.hasOwn(controls, executionStatus ?? '') ? controls[executionStatus ?? ''] : undefined;
  if (!address || !offered) return null;
  return offered.map((control) => (
    <Button
      busy={act.isPending && act.variables.label === control.label}
      icon={control.icon}
      key={control.label}
      onClick={() => act.mutate(control)}
      title={control.title}
      variant={control.isMain ? 'primary' : 'secondary'}
    >
      {control.label}
    </Button>
  ));
}
