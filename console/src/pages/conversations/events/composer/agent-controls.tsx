import { useMutation } from '@tanstack/react-query';
import { Check, CirclePause, type LucideIcon, OctagonX, Play, RotateCcw, ShieldQuestion, X } from 'lucide-react';
import type { ReactNode } from 'react';
import type { Conversation } from '../../../../api/shapes.ts';
import { Badge } from '../../../../ui/badge.tsx';
import { Button } from '../../../../ui/button.tsx';
import { failed, useToast } from '../../../../ui/toasts.ts';
import { addressOf } from '../feed/address.ts';
import { riskOf, type ToolRow } from '../model/timeline-rows.ts';
import { ToolDetails } from '../rows/tool-details.tsx';
import { type AgentCall, callAgent, rejection } from './way-to-agent.ts';

interface Props {
  readonly conversation: Conversation;
  readonly executionStatus: string | null;
  /** Runs after the agent has responded. */
  readonly onDone: () => void;
}

interface Control {
  readonly label: string;
  readonly title: string;
  readonly icon: LucideIcon;
  readonly call: AgentCall;
  readonly isMain?: true;
}

const controls: Readonly<Record<string, readonly Control[]>> = {
  running: [
    {
      label: 'Stop after this step',
      title: 'The agent finishes its current step, then waits',
      icon: CirclePause,
      call: { path: 'pause' },
    },
    {
      label: 'Stop now',
      title: 'The agent cancels its current step and waits',
      icon: OctagonX,
      call: { path: 'interrupt' },
    },
  ],
  paused: [{ label: 'Continue', title: 'The agent continues where it stopped', icon: Play, call: { path: 'run' } }],
  error: [{ label: 'Try again', title: 'The agent continues where it failed', icon: RotateCcw, call: { path: 'run' } }],
  waiting_for_confirmation: [
    {
      label: 'Allow',
      title: 'The agent makes the requested tool calls',
      icon: Check,
      call: { path: 'events/respond_to_confirmation', body: { accept: true } },
      isMain: true,
    },
    {
      label: 'Reject',
      title: 'The agent skips the requested tool calls',
      icon: X,
      call: rejection('Rejected in the console.'),
    },
  ],
};

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

interface ConfirmationProps {
  /** The tool calls that wait for the user. */
  readonly calls: readonly ToolRow[];
  /** The buttons that allow or reject all of them. */
  readonly children: ReactNode;
}

/** The tool calls that the agent wants the user to confirm. */
export function Confirmation({ calls, children }: ConfirmationProps) {
  return (
    <section aria-label="Confirmation" className="grid gap-2.5 border-line border-t bg-surface p-3">
      <p className="flex items-center gap-2 font-semibold text-sm text-warn" role="status">
        <ShieldQuestion aria-hidden className="size-4 shrink-0" />
        {calls.length > 1
          ? `The agent asks for your confirmation of ${calls.length} tool calls`
          : 'The agent asks for your confirmation'}
      </p>
      <div className="grid max-h-[30vh] gap-3 overflow-y-auto">
        {calls.map((row) => (
          <div className="grid min-w-0 gap-2" key={row.key}>
            <p className="flex items-center gap-2 text-sm">
              <code className="font-mono">{row.action?.content.tool}</code>
              <Risk risk={riskOf(row)} />
            </p>
            <ToolDetails row={row} />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </section>
  );
}

const risks = {
  HIGH: { tone: 'bad', word: 'High risk' },
  MEDIUM: { tone: 'warn', word: 'Medium risk' },
  LOW: { tone: 'plain', word: 'Low risk' },
} as const;

/** The risk of a call as the model rates it; nothing without a rating. */
function Risk({ risk }: { readonly risk: string | undefined }) {
  const look = risk === 'HIGH' || risk === 'MEDIUM' || risk === 'LOW' ? risks[risk] : undefined;
  return look && <Badge tone={look.tone}>{look.word}</Badge>;
}
