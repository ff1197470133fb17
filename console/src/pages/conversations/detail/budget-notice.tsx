import { useQuery } from '@tanstack/react-query';
import { Link } from '@tanstack/react-router';
import { Wallet } from 'lucide-react';
import { useState } from 'react';
import { metricsOf, waitsForBudget } from '../../../../../shared/presentation/conversations.ts';
import { dollars } from '../../../../../shared/presentation/money.ts';
import type { Conversation, CurrentLimits } from '../../../api/shapes.ts';
import { useApi, useCan, useSelf } from '../../../session/session.ts';
import { Button, buttonClasses } from '../../../ui/button.tsx';
import { Meter } from '../../../ui/meter.tsx';
import { Notice } from '../../../ui/notice.tsx';
import { limitsQuery } from '../../limits/limits-query.ts';
import { useSettings } from '../../settings/settings-query.ts';
import { BudgetDialog } from '../actions/budget-dialog.tsx';

/** Which budgets apply to a conversation that waits for one, and how it goes on; nothing for others. */
export function BudgetNotice({ conversation }: { readonly conversation: Conversation }) {
  return waitsForBudget(conversation) ? <Waiting conversation={conversation} /> : null;
}

function Waiting({ conversation }: { readonly conversation: Conversation }) {
  const can = useCan();
  const self = useSelf();
  const [isChanging, setChanging] = useState(false);
  const { data: limits } = useQuery(limitsQuery(useApi()));
  const { data: settings } = useSettings(can('GET /api/v1/settings'));
  const ofSettings = settings?.max_budget_per_task ?? null;
  const budgets = appliedBudgets({ conversation, ofSettings, limits: limits?.budgets, self });
  return (
    <Notice title="Waiting for budget" tone="warn">
      <div className="grid gap-3">
        <p>
          A budget has no room for the next request to the language model; the last error below says which. The
          conversation goes on by itself within two minutes after this budget was raised
          {conversation.sandbox_status === 'PAUSED' && ' and the sandbox was resumed'}, or, at a monthly budget, after
          the month ends. Nothing has to be sent again.
        </p>
        {budgets.map(({ label, limit, used }) => (
          <Meter key={label} label={label} limit={limit} text={dollars} used={used} />
        ))}
        <div className="flex flex-wrap gap-2">
          {can('PATCH /api/v1/app-conversations/{conversation_id}') && (
            <Button icon={Wallet} onClick={() => setChanging(true)}>
              Change the budget of this conversation
            </Button>
          )}
          <Link className={buttonClasses('secondary')} to="/limits">
            Monthly budgets
          </Link>
        </div>
      </div>
      {isChanging && <BudgetDialog conversation={conversation} onClose={() => setChanging(false)} />}
    </Notice>
  );
}

interface Budgeted {
  readonly conversation: Pick<Conversation, 'max_budget_per_task' | 'metrics'>;
  /** The budget for each conversation in the settings. */
  readonly ofSettings: number | null;
  readonly limits: CurrentLimits['budgets'] | undefined;
  /** What the reader's own limits are called. */
  readonly self: string;
}

interface AppliedBudget {
  readonly label: string;
  /** In US dollars. */
  readonly limit: number;
  readonly used: number;
}

/** The budgets that can have stopped a conversation, the fullest first. Requests need room for their largest cost. */
export function appliedBudgets({ conversation, ofSettings, limits, self }: Budgeted): readonly AppliedBudget[] {
  const { max_budget_per_task: own } = conversation;
  const ofMonth = [
    { label: 'Owner, this month', ...limits?.owner.usd },
    { label: `${self}, this month`, ...limits?.key.usd },
    ...(self === 'You' ? [] : [{ label: 'Person of this key, this month', ...limits?.member?.usd }]),
  ];
  // A budget of 0 means no limit.
  const ofTask = {
    label: 'This conversation',
    limit: (own ?? ofSettings) || null,
    used: metricsOf(conversation).modelCost,
  };
  return [ofTask, ...ofMonth]
    .flatMap(({ label, limit, used }) => (typeof limit === 'number' ? [{ label, limit, used: used ?? 0 }] : []))
    .toSorted((one, other) => shareOf(other) - shareOf(one));
}

const shareOf = ({ limit, used }: AppliedBudget): number => (limit === 0 ? 1 : used / limit);
