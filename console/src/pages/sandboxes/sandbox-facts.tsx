import type { ReactNode } from 'react';
import {
  capacityWords,
  endsOf,
  endWords,
  pauseWords,
  resourceWords,
} from '../../../../shared/presentation/sandboxes.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import type { Sandbox } from '../../api/shapes.ts';
import { useNow } from '../../live/now.ts';
import { Card } from '../../ui/card.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { Time } from '../../ui/time.tsx';
import { phaseOf, SandboxBadge } from './sandbox-state.tsx';

/** The status of a sandbox, its reason, and its deadlines. */
export function SandboxFacts({ sandbox }: { readonly sandbox: Sandbox }) {
  const { status, status_detail: detail, pause_reason: pause, sandbox_spec_id: spec, created_at: created } = sandbox;
  const { phase, since } = phaseOf(sandbox);
  return (
    <Card>
      <div className="grid gap-4">
        {detail !== null && pause === null && (
          <Notice title={titles[status]} tone={toneOf(status)}>
            <ServiceText text={detail} />
          </Notice>
        )}
        <Facts
          facts={[
            ['Status', <SandboxBadge key="status" phase={phase} status={status} />],
            ['Status since', <Time key="since" value={since} />],
            ['Pause reason', pause && pauseWords[pause]],
            ...endsOf(sandbox).map(
              ({ name, at }) =>
                [
                  endWords[name],
                  <Countdown key={name} until={at} what={name === 'expires_at' ? 'Deleted' : 'Pauses'} />,
                ] as const,
            ),
            ['Workspace', <Workspace key="workspace" workspace={sandbox.workspace} />],
            ['Spec', spec],
            ['Size', resourceWords(sandbox.resources)],
            ['Size from the next resume on', sandbox.next_resources && resourceWords(sandbox.next_resources)],
            ['Capacity', capacityWords[sandbox.capacity]],
            ['Created', <Time as="clock" key="created" value={created} />],
          ]}
        />
      </div>
    </Card>
  );
}

const titles: Readonly<Record<Sandbox['status'], string>> = {
  STARTING: 'Still starting',
  RUNNING: 'Running',
  PAUSED: 'Paused',
  ERROR: 'Sandbox failed',
  MISSING: 'Sandbox missing',
};

function Workspace({ workspace }: Pick<Sandbox, 'workspace'>) {
  if (workspace === null) return 'None';
  const { size_gib: size, saved_at: saved } = workspace;
  return (
    <span className="grid">
      {size} GiB
      <span className="text-ink-soft text-xs">
        {saved === null ? (
          'not saved yet'
        ) : (
          <>
            saved <Time value={saved} />
          </>
        )}
      </span>
    </span>
  );
}

function toneOf(status: Sandbox['status']): 'bad' | 'warn' | 'info' {
  if (status === 'ERROR') return 'bad';
  return status === 'STARTING' || status === 'MISSING' ? 'warn' : 'info';
}

interface Props {
  readonly until: string;
  /** What happens then, such as "Pauses". */
  readonly what: string;
}

/** The time until an event, counted down, and the moment itself. */
function Countdown({ until, what }: Props) {
  const left = Date.parse(until) - useNow().getTime();
  return (
    <span className="grid">
      <span className="font-medium tabular-nums">
        {what} {left > 0 ? `in ${duration(left)}` : 'now'}
      </span>
      <span className="text-ink-soft text-xs">
        <Time as="clock" value={until} />
      </span>
    </span>
  );
}

const MOMENT = /\d{4}-\d{2}-\d{2}T\d{2}:\d{2}:\d{2}(?:\.\d+)?Z/g;

/** A text of the service, with its timestamps in the reader's time zone. */
export function ServiceText({ text }: { readonly text: string }) {
  const parts: ReactNode[] = [];
  let end = 0;
  for (const { 0: moment, index } of text.matchAll(MOMENT)) {
    parts.push(text.slice(end, index), <Time as="clock" key={index} value={moment} />);
    end = index + moment.length;
  }
  return [...parts, text.slice(end)];
}
