import { Link, useNavigate } from '@tanstack/react-router';
import { Plus } from 'lucide-react';
import { useState } from 'react';
import { dollars } from '../../../../shared/presentation/money.ts';
import { sizeWords } from '../../../../shared/presentation/sandboxes.ts';
import type { SandboxSpec } from '../../api/shapes.ts';
import { Badge } from '../../ui/badge.tsx';
import { Button } from '../../ui/button.tsx';
import { Card } from '../../ui/card.tsx';
import { type Column, DataTable } from '../../ui/data-table.tsx';
import { PageHeader } from '../../ui/page-header.tsx';
import { QueryStates } from '../../ui/query-states.tsx';
import { SpecDialog } from './spec-dialog.tsx';
import { useAllSpecs, useOffer } from './spec-queries.ts';
import { checkLooks, isOwn } from './spec-words.ts';

const columns: readonly Column<SandboxSpec>[] = [
  {
    id: 'spec',
    header: 'Spec',
    cell: ({ id, unavailable_reason: reason }) => (
      <span className="grid gap-0.5">
        <Link
          className="break-all font-medium text-accent underline-offset-2 hover:underline"
          params={{ specId: id }}
          to="/specs/$specId"
        >
          {id}
        </Link>
        {reason !== null && <span className="text-ink-soft text-xs">Cannot start: {reason}</span>}
      </span>
    ),
    sortBy: ({ id }) => id,
  },
  { id: 'size', header: 'Size', cell: (spec) => <span className="whitespace-nowrap">{sizeWords(spec)}</span> },
  {
    id: 'cost',
    header: 'Cost per hour',
    cell: ({ cost_per_hour_usd: cost }) => dollars(Number(cost), 3),
    sortBy: ({ cost_per_hour_usd: cost }) => Number(cost),
    align: 'right',
    className: 'hidden sm:table-cell',
  },
  {
    id: 'spot',
    header: 'On Spot',
    cell: ({ spot_cost_per_hour_usd: cost }) => dollars(Number(cost), 3),
    align: 'right',
    className: 'hidden md:table-cell',
  },
  {
    id: 'sizes',
    header: 'Sizes',
    cell: ({ sizes }) => sizes.length,
    align: 'right',
    className: 'hidden lg:table-cell',
  },
  { id: 'check', header: 'Check', cell: (spec) => <SpecState spec={spec} /> },
];

export function SpecsPage() {
  const navigate = useNavigate();
  const specs = useAllSpecs();
  const offer = useOffer();
  const [isAsked, setAsked] = useState(false);
  const create = offer && (
    <Button icon={Plus} onClick={() => setAsked(true)} variant="primary">
      Create spec
    </Button>
  );
  return (
    <>
      <PageHeader actions={create} title="Sandbox specs">
        The images and sizes of sandboxes: those of this deployment, and your own.
      </PageHeader>
      <Card isFlush>
        <QueryStates query={specs}>
          {({ items }) => <DataTable columns={columns} label="Sandbox specs" rowId={({ id }) => id} rows={items} />}
        </QueryStates>
      </Card>
      {isAsked && offer && (
        <SpecDialog
          offer={offer}
          onClose={() => setAsked(false)}
          onSaved={({ id }) => void navigate({ to: '/specs/$specId', params: { specId: id } })}
        />
      )}
    </>
  );
}

/** The result of the check, or whose spec it is. */
export function SpecState({ spec }: { readonly spec: SandboxSpec }) {
  const { check } = spec;
  if (!isOwn(spec) || check === null) return <span className="text-ink-soft">Of the deployment</span>;
  const { word, tone } = checkLooks[check.state];
  return (
    <Badge isMoving={check.state === 'PENDING'} tone={tone}>
      {word}
    </Badge>
  );
}
