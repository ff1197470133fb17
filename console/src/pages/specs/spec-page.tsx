import { getRouteApi } from '@tanstack/react-router';
import { CircleCheck, CircleDashed, CircleX } from 'lucide-react';
import { dollars } from '../../../../shared/presentation/money.ts';
import { sizeWords } from '../../../../shared/presentation/sandboxes.ts';
import type { SandboxSpec, SpecDetails } from '../../api/shapes.ts';
import { Card } from '../../ui/card.tsx';
import { CodeSample } from '../../ui/code-sample.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { Facts } from '../../ui/facts.tsx';
import { Notice } from '../../ui/notice.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { Reason } from '../../ui/reason.tsx';
import { SandboxLink } from '../../ui/resource-link.tsx';
import { Time } from '../../ui/time.tsx';
import { SpecActions } from './spec-actions.tsx';
import { useSpec } from './spec-queries.ts';
import { type CheckStep, isOwn, stepsOf, variableLines } from './spec-words.ts';
import { SpecState } from './specs-page.tsx';

const route = getRouteApi('/specs/$specId');

export function SpecPage() {
  const { specId } = route.useParams();
  const spec = useSpec(specId);
  return (
    <>
      <PageHeader actions={spec.data && isOwn(spec.data) && <SpecActions spec={spec.data} />} title="Sandbox spec">
        <span className="break-all">{specId}</span>
      </PageHeader>
      <QueryStates query={spec}>
        {(one) => (
          <>
            <Problem spec={one} />
            <Card>
              <Facts facts={factsOf(one)} />
            </Card>
            {one.check && <CheckReport check={one.check} version={one.version} />}
            <Card isFlush title="Sizes">
              <DataTable
                columns={sizeColumns}
                label="Offered sizes with their cost"
                rowId={sizeWords}
                rows={one.sizes}
              />
            </Card>
            {Object.keys(one.initial_env).length > 0 && (
              <Card title="Environment">
                <CodeSample code={variableLines(one)} label="Variables" />
              </Card>
            )}
          </>
        )}
      </QueryStates>
    </>
  );
}

type Size = SandboxSpec['sizes'][number];

const sizeColumns: readonly Column<Size>[] = [
  { id: 'size', header: 'Size', cell: sizeWords },
  {
    id: 'cost',
    header: 'Cost per hour',
    cell: ({ cost_per_hour_usd: cost }) => dollars(Number(cost), 3),
    align: 'right',
  },
  {
    id: 'spot',
    header: 'On Spot, about',
    cell: ({ spot_cost_per_hour_usd: cost }) => dollars(Number(cost), 3),
    align: 'right',
  },
];

function factsOf(spec: SpecDetails) {
  const { version, offered_version: offered, workspace_gb_range: range, ports } = spec;
  return [
    ['Check', <SpecState key="check" spec={spec} />],
    ['Version', version],
    ['New sandboxes use', version === null ? null : offered === null ? 'None yet' : `Version ${offered}`],
    ['Image', spec.image && <code key="image">{spec.image}</code>],
    ['Size', sizeWords(spec)],
    [
      'Workspace',
      range.min === range.max ? `${range.min} GB` : `${spec.workspace_gb} GB (${range.min} to ${range.max})`,
    ],
    ['Processor', spec.architecture === 'ARM64' ? 'Arm' : 'x86'],
    ['Capacity', spec.capacity === 'spot' ? 'Spot' : 'On demand'],
    ['Working directory', <code key="dir">{spec.working_dir}</code>],
    [
      'Ports',
      Object.entries(ports)
        .map(([name, port]) => `${name} ${port}`)
        .join(', '),
    ],
    ['Paused after', `${spec.idle_minutes} idle minutes, or ${spec.lifetime_minutes} minutes`],
    ['Paused workspaces are kept', `${spec.retention_days} days`],
    ['Command', spec.command && <code key="command">{spec.command.join(' ')}</code>],
    ['User', spec.user],
    ['Created', <Time as="clock" key="created" value={spec.created_at} />],
  ] as const;
}

/** What is wrong, and what new sandboxes use meanwhile. */
function Problem({ spec }: { readonly spec: SpecDetails }) {
  const { unavailable_reason: reason, check, offered_version: offered } = spec;
  if (check?.state === 'FAILED') {
    return (
      <Notice title={`The check of version ${spec.version} failed`} tone="bad">
        <div className="grid grid-cols-[minmax(0,1fr)] gap-2 break-words">
          <Reason text={check.detail ?? check.reason ?? ''} />
          <p>
            {offered === null
              ? 'No sandbox can start from this spec until a check passes.'
              : `New sandboxes use version ${offered}.`}
          </p>
        </div>
      </Notice>
    );
  }
  return reason === null ? null : (
    <Notice title="Sandboxes of this spec cannot start" tone="warn">
      {reason}
    </Notice>
  );
}

interface ReportProps {
  readonly check: NonNullable<SpecDetails['check']>;
  readonly version: number | null;
}

/** The steps of the first start of a version. */
function CheckReport({ check, version }: ReportProps) {
  return (
    <Card title={`Check of version ${version}`}>
      <div className="grid gap-4">
        <ul className="grid gap-2 text-sm">
          {stepsOf(check).map((step) => (
            <li className="flex gap-2" key={step.label}>
              <StepIcon state={step.state} />
              {step.label}
            </li>
          ))}
        </ul>
        <Facts
          facts={[
            ['Agent server', check.agent_version],
            ['Sandbox', check.state === 'PENDING' ? <SandboxLink id={check.sandbox_id} key="sandbox" /> : null],
            ['Started', <Time as="clock" key="started" value={check.started_at} />],
            ['Finished', check.finished_at && <Time as="clock" key="finished" value={check.finished_at} />],
          ]}
        />
      </div>
    </Card>
  );
}

const icons = {
  done: [CircleCheck, 'Done', 'text-good'],
  failed: [CircleX, 'Failed', 'text-bad'],
  open: [CircleDashed, 'Not reached', 'text-ink-soft'],
} as const;

function StepIcon({ state }: Pick<CheckStep, 'state'>) {
  const [Icon, word, look] = icons[state];
  return (
    <>
      <Icon aria-hidden className={`size-5 shrink-0 ${look}`} />
      <span className="sr-only">{word}:</span>
    </>
  );
}
