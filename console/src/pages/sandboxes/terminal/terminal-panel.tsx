import { useQuery } from '@tanstack/react-query';
import { SquareTerminal } from 'lucide-react';
import { useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Sandbox } from '../../../api/shapes.ts';
import { useApi } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { Time } from '../../../ui/time.tsx';
import { TerminalScreen } from './terminal-screen.tsx';

/** Opens terminals, and returns to those that run. */
export function TerminalPanel({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id, status } = sandbox;
  const api = useApi();
  const [shown, setShown] = useState<{ readonly key: number; readonly commandId: string | undefined }>();
  const commands = useQuery({
    queryKey: ['sandbox-commands', id],
    queryFn: ({ signal }) =>
      answerOf(api.GET('/api/v1/sandboxes/{sandbox_id}/commands', { params: { path: { sandbox_id: id } }, signal })),
    enabled: status === 'RUNNING',
  });
  const running = (commands.data?.items ?? []).filter((one) => one.tty !== null && one.status === 'RUNNING');
  const open = (commandId?: string): void => setShown({ key: (shown?.key ?? 0) + 1, commandId });
  const close = (): void => {
    setShown(undefined);
    void commands.refetch();
  };
  if (shown) {
    return (
      <TerminalScreen
        commandId={shown.commandId}
        key={shown.key}
        onChange={() => void commands.refetch()}
        onClose={close}
        resume={status !== 'RUNNING'}
        sandboxId={id}
      />
    );
  }
  return (
    <Card
      actions={
        <Button icon={SquareTerminal} onClick={() => open()} variant="primary">
          New terminal
        </Button>
      }
      title="Terminals"
    >
      <div className="grid gap-3">
        {status !== 'RUNNING' && status !== 'STARTING' && (
          <Notice title="The sandbox does not run" tone="info">
            A terminal resumes it first, if its workspace still exists. It then costs money until it is paused again.
          </Notice>
        )}
        {running.length === 0 && <p className="text-ink-soft text-sm">No terminal is open in this sandbox.</p>}
        <ul className="grid gap-2">
          {running.map((one) => (
            <li className="flex flex-wrap items-center justify-between gap-2 text-sm" key={one.id}>
              <span>
                Opened <Time value={one.started_at} />
              </span>
              <Button onClick={() => open(one.id)}>Return to it</Button>
            </li>
          ))}
        </ul>
      </div>
    </Card>
  );
}
