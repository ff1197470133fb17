import type { Sandbox } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { Countdown } from '../../ui/countdown.tsx';
import { Definition, Definitions } from '../../ui/definitions.tsx';
import { Notice } from '../../ui/notice.tsx';
import { SandboxBadge } from '../../ui/sandbox-badge.tsx';
import { Time } from '../../ui/time.tsx';
import { endsOf, endWords } from './next-end.ts';
import { pauseWords } from './pause-words.ts';
import { phaseOf } from './phase.ts';

/** What a sandbox is, why it is so, and what it comes to by itself. */
export function SandboxFacts({ sandbox }: { readonly sandbox: Sandbox }) {
  const { status, status_detail: detail, pause_reason: pause, sandbox_spec_id: spec, created_at: created } = sandbox;
  const { phase, since } = phaseOf(sandbox);
  return (
    <Card>
      <div className="grid gap-4">
        {detail !== null && (
          <Notice title={status === 'ERROR' ? 'It cannot go on by itself' : 'About its status'} tone={toneOf(status)}>
            {detail}
          </Notice>
        )}
        <Definitions>
          <Definition term="Status">
            <SandboxBadge phase={phase} status={status} />
          </Definition>
          <Definition term="Since">
            <Time value={since} />
          </Definition>
          {pause !== null && <Definition term="Why it is paused">{pauseWords[pause]}</Definition>}
          {endsOf(sandbox).map(({ name, at }) => (
            <Definition key={name} term={endWords[name]}>
              <Countdown until={at} />
            </Definition>
          ))}
          <Definition term="Spec">
            <code className="font-mono text-xs">{spec}</code>
          </Definition>
          <Definition term="Made">
            <Time as="clock" value={created} />
          </Definition>
        </Definitions>
      </div>
    </Card>
  );
}

function toneOf(status: Sandbox['status']): 'bad' | 'warn' | 'info' {
  if (status === 'ERROR') return 'bad';
  return status === 'STARTING' || status === 'MISSING' ? 'warn' : 'info';
}
