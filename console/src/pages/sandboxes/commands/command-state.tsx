import { useMutation } from '@tanstack/react-query';
import { Square } from 'lucide-react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { SandboxCommand } from '../../../../../shared/client/commands.ts';
import { visible } from '../../../../../shared/presentation/visible.ts';
import { useApi } from '../../../session/session.ts';
import { Badge } from '../../../ui/badge.tsx';
import { Button } from '../../../ui/button.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';

/** A command as people read it. */
export function wordsOf({ command }: Pick<SandboxCommand, 'command'>): string {
  return visible(typeof command === 'string' ? command : command.join(' '));
}

export function CommandBadge({ command }: { readonly command: SandboxCommand }) {
  const { status, exit_code: code, end_reason: reason } = command;
  if (status === 'RUNNING') {
    return (
      <Badge isMoving tone="info">
        Running
      </Badge>
    );
  }
  if (status === 'LOST') return <Badge tone="warn">Lost</Badge>;
  if (reason === 'timeout') return <Badge tone="bad">Timed out</Badge>;
  if (reason === 'stopped') return <Badge tone="plain">Stopped</Badge>;
  return <Badge tone={code === 0 ? 'good' : 'bad'}>Exit {code}</Badge>;
}

interface StopProps {
  readonly sandboxId: string;
  readonly commandId: string;
  readonly label: string;
  readonly onStopped: () => void;
}

export function StopButton({ sandboxId, commandId, label, onStopped }: StopProps) {
  const api = useApi();
  const toast = useToast();
  const stop = useMutation({
    mutationFn: () => {
      const path = { sandbox_id: sandboxId, command_id: commandId };
      return answerOf(
        api.POST('/api/v1/sandboxes/{sandbox_id}/commands/{command_id}/stop', {
          params: { path },
          body: { signal: 'TERM' },
        }),
      );
    },
    onSuccess: onStopped,
    onError: (error) => toast(failed('Stop', error)),
  });
  return (
    <Button aria-label={label} disabled={stop.isPending} icon={Square} onClick={() => stop.mutate()} variant="quiet">
      Stop
    </Button>
  );
}
