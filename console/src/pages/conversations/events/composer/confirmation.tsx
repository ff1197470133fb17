import { ShieldQuestion } from 'lucide-react';
import type { ReactNode } from 'react';
import { Badge } from '../../../../ui/badge.tsx';
import { riskOf, type ToolRow } from '../model/timeline-rows.ts';
import { ToolDetails } from '../rows/tool-details.tsx';

interface Props {
  /** The calls that wait for the user. */
  readonly calls: readonly ToolRow[];
  /** What allows and rejects them, all at once. */
  readonly children: ReactNode;
}

/** What the agent asks the user for before it goes on. */
export function Confirmation({ calls, children }: Props) {
  return (
    <section aria-label="Confirmation" className="grid gap-2.5 border-line border-t bg-surface p-3">
      <p className="flex items-center gap-2 font-semibold text-sm text-warn" role="status">
        <ShieldQuestion aria-hidden className="size-4 shrink-0" />
        {calls.length > 1
          ? `The agent asks for your confirmation of ${calls.length} calls`
          : 'The agent asks for your confirmation'}
      </p>
      <div className="grid max-h-[30vh] gap-3 overflow-y-auto">
        {calls.map((row) => (
          <div className="grid min-w-0 gap-2" key={row.key}>
            <p className="flex items-center gap-2 text-sm">
              <code className="font-mono">{row.action?.content.tool}</code>
              <Risk risk={riskOf(row)} />
            </p>
            <ToolDetails row={row} />
          </div>
        ))}
      </div>
      <div className="flex flex-wrap justify-end gap-2">{children}</div>
    </section>
  );
}

const risks = {
  HIGH: { tone: 'bad', word: 'High risk' },
  MEDIUM: { tone: 'warn', word: 'Medium risk' },
  LOW: { tone: 'plain', word: 'Low risk' },
} as const;

/** How dangerous the model takes a call for; nothing where it does not say. */
function Risk({ risk }: { readonly risk: string | undefined }) {
  const look = risk === 'HIGH' || risk === 'MEDIUM' || risk === 'LOW' ? risks[risk] : undefined;
  return look && <Badge tone={look.tone}>{look.word}</Badge>;
}
