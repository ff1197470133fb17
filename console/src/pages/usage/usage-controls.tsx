import { Button } from '../../ui/button.tsx';
import { SelectField, TextField } from '../../ui/fields.tsx';
import { onFields, textIn } from '../../ui/forms.ts';
import { type Grouping, groupings, type Range, ranges, type UsageSearch, type View, views } from './choices.ts';
import { type MeasureName, measures } from './measures.ts';
import type { Span } from './usage-queries.ts';

interface Props {
  readonly of: MeasureName;
  readonly by: Grouping;
  readonly view: View;
  readonly range: Range;
  /** The custom range in the URL. */
  readonly own: { readonly from?: string | undefined; readonly to?: string | undefined };
  /** The days that are shown, undefined if the URL has no valid range. */
  readonly span: Span | undefined;
  readonly today: string;
  readonly problem: string | undefined;
  readonly onChange: (change: UsageSearch) => void;
}

/** The options of the plot. Each change applies immediately and is in the URL. */
export function UsageControls({ of, by, view, range, own, span, today, problem, onChange }: Props) {
  const begin = (next: string): void =>
    // A custom range starts with the days that are shown.
    onChange(next === 'own' ? { range: next, from: span?.first, to: span?.last } : { range: next, from: '', to: '' });
  return (
    <search aria-label="Chart options" className="grid gap-3 border-line border-b p-4">
      <div className="grid grid-cols-2 gap-3 md:grid-cols-4">
        <SelectField
          label="Metric"
          onChange={({ target }) => onChange({ of: target.value })}
          options={labels(measures)}
          value={of}
        />
        <SelectField
          label="Group by"
          onChange={({ target }) => onChange({ by: target.value })}
          options={labels(groupings)}
          value={by}
        />
        <SelectField
          label="Period (UTC)"
          onChange={({ target }) => begin(target.value)}
          options={Object.entries(ranges)}
          value={range}
        />
        <SelectField
          label="View"
          onChange={({ target }) => onChange({ view: target.value })}
          options={Object.entries(views)}
          value={view}
        />
      </div>
      {range === 'own' && <OwnDays onChange={onChange} own={own} problem={problem} today={today} />}
    </search>
  );
}

function OwnDays({ own, today, problem, onChange }: Pick<Props, 'own' | 'today' | 'problem' | 'onChange'>) {
  const submit = onFields((fields) => onChange({ from: textIn(fields, 'from'), to: textIn(fields, 'to') }));
  return (
    <form className="flex flex-wrap items-end gap-3" key={`${own.from} ${own.to}`} onSubmit={submit}>
      <TextField defaultValue={own.from} label="First day (UTC)" max={today} name="from" required type="date" />
      <TextField defaultValue={own.to} label="Last day (UTC)" name="to" required type="date" />
      <Button type="submit">Apply</Button>
      {problem !== undefined && (
        <p className="w-full text-bad text-sm" role="alert">
          {problem}
        </p>
      )}
    </form>
  );
}

function labels(choices: Readonly<Record<string, { readonly label: string }>>) {
  return Object.entries(choices).map(([value, { label }]) => [value, label] as const);
}
