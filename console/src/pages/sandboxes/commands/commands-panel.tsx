import { useQuery, useQueryClient } from '@tanstack/react-query';
import { Play } from 'lucide-react';
import { useCallback, useState } from 'react';
import { answerOf } from '../../../../../shared/client/answer-of.ts';
import type { Sandbox } from '../../../api/shapes.ts';
import { liveUntil } from '../../../live/polls.ts';
import { useApi } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { Card } from '../../../ui/card.tsx';
import { TextField } from '../../../ui/fields.tsx';
import { onFields, textIn } from '../../../ui/forms.ts';
import { Notice } from '../../../ui/notice.tsx';
import { QueryStates } from '../../../ui/query-states.tsx';
import { CommandTable } from './command-table.tsx';
import { OutputPane } from './output-pane.tsx';
import { useCommandOutput } from './use-command-output.ts';

const COMMANDS = 'sandbox-commands';

/** Runs commands, shows their output as it comes, and lists them. */
export function CommandsPanel({ sandbox }: { readonly sandbox: Sandbox }) {
  const { id, status } = sandbox;
  const queries = useQueryClient();
  const refresh = useCallback(() => void queries.invalidateQueries({ queryKey: [COMMANDS, id] }), [queries, id]);
  const { output, run, follow } = useCommandOutput(id, refresh);
  return (
    <div className="grid min-w-0 gap-5">
      {status !== 'RUNNING' && status !== 'STARTING' && (
        <Notice title="The sandbox does not run" tone="info">
          A command resumes it first, if its workspace still exists. It then costs money until it is paused again.
        </Notice>
      )}
      <Card title="Run a command">
        <RunForm isRunning={output.isOpen} onRun={(body) => void run(body, status !== 'RUNNING')} />
      </Card>
      {(output.isOpen || output.command !== null || output.error !== null) && (
        <OutputPane onStopped={refresh} output={output} sandboxId={id} />
      )}
      {status === 'RUNNING' && (
        <Card isFlush title="Commands">
          <Commands onFollow={(command) => void follow(command)} onStopped={refresh} sandboxId={id} />
        </Card>
      )}
    </div>
  );
}

interface RunFormProps {
  readonly isRunning: boolean;
  readonly onRun: (body: { readonly command: string; readonly cwd?: string }) => void;
}

function RunForm({ isRunning, onRun }: RunFormProps) {
  const [error, setError] = useState<string>();
  const submit = onFields((fields) => {
    const command = textIn(fields, 'command');
    const cwd = textIn(fields, 'cwd');
    setError(command === '' ? 'Enter a command.' : undefined);
    if (command !== '') onRun({ command, ...(cwd === '' ? {} : { cwd }) });
  });
  return (
    <form className="grid gap-3" noValidate onSubmit={submit}>
      <div className="grid items-start gap-3 sm:grid-cols-[3fr_2fr]">
        <TextField
          autoCapitalize="off"
          autoComplete="off"
          className="font-mono"
          error={error}
          label="Command"
          name="command"
          placeholder="npm test"
          spellCheck={false}
        />
        <TextField
          autoCapitalize="off"
          autoComplete="off"
          className="font-mono"
          label="Directory"
          name="cwd"
          placeholder="/workspace/project"
          spellCheck={false}
        />
      </div>
      <div>
        <Button disabled={isRunning} icon={Play} type="submit" variant="primary">
          Run
        </Button>
      </div>
    </form>
  );
}

interface CommandsProps {
  readonly sandboxId: string;
  readonly onFollow: (id: string) => void;
  readonly onStopped: () => void;
}

/** The list changes by itself only while a command runs. */
function Commands({ sandboxId, onFollow, onStopped }: CommandsProps) {
  const api = useApi();
  const commands = useQuery({
    queryKey: [COMMANDS, sandboxId],
    queryFn: ({ signal }) =>
      answerOf(
        api.GET('/api/v1/sandboxes/{sandbox_id}/commands', { params: { path: { sandbox_id: sandboxId } }, signal }),
      ),
    refetchInterval: liveUntil<{ readonly items: readonly { readonly status: string }[] }>(({ items }) =>
      items.every(({ status }) => status !== 'RUNNING'),
    ),
  });
  return (
    <QueryStates query={commands}>
      {({ items }) => <CommandTable commands={items} onFollow={onFollow} onStopped={onStopped} sandboxId={sandboxId} />}
    </QueryStates>
  );
}
