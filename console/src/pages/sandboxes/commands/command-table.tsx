import { SquareTerminal } from 'lucide-react';
import { useMemo } from 'react';
import type { SandboxCommand } from '../../../../../shared/client/commands.ts';
import { duration } from '../../../../../shared/presentation/time.ts';
import { Button } from '../../../ui/button.tsx';
import { type Column, DataTable } from '../../../ui/data-table.tsx';
import { EmptyState } from '../../../ui/empty-state.tsx';
import { Time } from '../../../ui/time.tsx';
import { CommandBadge, StopButton, wordsOf } from './command-state.tsx';

interface Props {
  readonly sandboxId: string;
  readonly commands: readonly SandboxCommand[];
  readonly onFollow: (id: string) => void;
  readonly onStopped: () => void;
}

export function CommandTable({ sandboxId, commands, onFollow, onStopped }: Props) {
  const columns = useMemo(
    (): readonly Column<SandboxCommand>[] => [
      {
        id: 'command',
        header: 'Command',
        cell: (row) => <code className="block max-w-24 truncate font-mono text-xs sm:max-w-96">{wordsOf(row)}</code>,
      },
      { id: 'status', header: 'Status', cell: (row) => <CommandBadge command={row} /> },
      {
        id: 'started',
        header: 'Started',
        cell: (row) => <Time value={row.started_at} />,
        className: 'hidden sm:table-cell',
      },
      {
        id: 'duration',
        header: 'Duration',
        cell: (row) => (row.duration_ms === null ? '' : duration(row.duration_ms)),
        className: 'hidden md:table-cell',
      },
      {
        id: 'actions',
        header: 'Actions',
        align: 'right',
        cell: (row) => (
          <span className="flex justify-end gap-1">
            <Button aria-label={`Show output of ${wordsOf(row)}`} onClick={() => onFollow(row.id)} variant="quiet">
              Output
            </Button>
            {row.status === 'RUNNING' && (
              <StopButton
                commandId={row.id}
                label={`Stop ${wordsOf(row)}`}
                onStopped={onStopped}
                sandboxId={sandboxId}
              />
            )}
          </span>
        ),
      },
    ],
    [sandboxId, onFollow, onStopped],
  );
  if (commands.length === 0) {
    return (
      <EmptyState icon={SquareTerminal} title="No commands yet">
        Commands that you run here, by the API or with acs appear here for a day.
      </EmptyState>
    );
  }
  return <DataTable columns={columns} label="Recent commands" rowId={({ id }) => id} rows={commands} />;
}
