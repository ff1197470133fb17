import { endsOf, endWords, pauseWords } from '../../../../shared/presentation/sandboxes.ts';
import type { Sandbox } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SandboxBadge } from '../../ui/sandbox-badge.tsx';
import { ServiceText } from '../../ui/service-text.tsx';
import { Time } from '../../ui/time.tsx';
import { phaseOf } from './phase.ts';

/** What a sandbox is, why it is so, and what it comes to by itself. */
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
            ...(pause === null ? [] : ([['Pause reason', pauseWords[pause]]] as const)),
            ...endsOf(sandbox).map(
              ({ name, at }) =>
                [
                  endWords[name],
                  <Countdown key={name} until={at} what={name === 'expires_at' ? 'Deleted' : 'Pauses'} />,
                ] as const,
            ),
            ['Workspace', <Workspace key="workspace" workspace={sandbox.workspace} />],
            ['Spec', spec],
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
