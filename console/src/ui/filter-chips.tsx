import { Link } from '@tanstack/react-router';
import { type LucideIcon, X } from 'lucide-react';
import type { ReactNode } from 'react';
import { withoutParams, withParam } from '../api/search-params.ts';
import { classes } from './classes.ts';
import { EmptyState } from './empty-state.tsx';

/** A parameter of the URL that narrows a list, in words: `Status`, `Failed`. */
export interface ActiveFilter {
  readonly name: string;
  readonly label: string;
  readonly text: string;
}

const chip =
  'inline-flex min-h-8 max-w-full items-center gap-1.5 rounded-full border px-3 text-sm aria-[current]:border-accent aria-[current]:bg-accent-soft aria-[current]:font-medium aria-[current]:text-accent';

/** A link that removes a filter is not the link to the current page. */
const EXACT = { exact: true } as const;

interface ChoiceChipsProps {
  readonly label: string;
  /** The parameter of the URL. */
  readonly name: string;
  readonly value: string | undefined;
  readonly choices: readonly (readonly [value: string, word: string])[];
}

/** The choices of a filter, each one click away. A second click removes the filter. They are links, so URLs hold them. */
export function ChoiceChips({ label, name, value, choices }: ChoiceChipsProps) {
  return (
    <nav aria-label={`Filter by ${label.toLowerCase()}`} className="px-4 pt-4">
      <ul className="flex flex-wrap gap-2">
        {choices.map(([choice, word]) => {
          const isChosen = choice === value;
          return (
            <li key={choice}>
              <Link
                activeOptions={EXACT}
                aria-current={isChosen ? 'true' : undefined}
                className={classes(chip, !isChosen && 'border-line-strong hover:bg-raised')}
                search={(search: object) => withParam(search, name, isChosen ? undefined : choice)}
                to="."
              >
                {word}
              </Link>
            </li>
          );
        })}
      </ul>
    </nav>
  );
}

interface ActiveFiltersProps {
  readonly active: readonly ActiveFilter[];
  /** A remark on each filter, such as whether the list is empty because of it. */
  readonly remarks?: ReadonlyMap<string, string>;
}

/** The active filters. One click removes one, or all of them. */
function ActiveFilters({ active, remarks = new Map() }: ActiveFiltersProps) {
  if (active.length === 0) return null;
  return (
    <ul aria-label="Active filters" className="flex flex-wrap items-center gap-2">
      {active.map(({ name, label, text }) => (
        <li className="flex min-w-0 max-w-full flex-wrap items-center gap-2" key={name}>
          <Link
            activeOptions={EXACT}
            aria-label={`Remove filter ${label}: ${text}`}
            className={classes(chip, 'border-line-strong bg-raised hover:border-accent')}
            search={(search: object) => withoutParams(search, [name])}
            to="."
          >
            <span className="min-w-0 truncate" title={text}>
              <span className="text-ink-soft">{label}:</span> {text}
            </span>
            <X aria-hidden className="size-3.5 shrink-0" />
          </Link>
          {remarks.has(name) && <span className="text-ink-soft text-xs">{remarks.get(name)}</span>}
        </li>
      ))}
      <li>
        <Link
          activeOptions={EXACT}
          className="inline-flex min-h-8 items-center px-2 text-accent text-sm underline-offset-2 hover:underline"
          search={(search: object) =>
            withoutParams(
              search,
              active.map(({ name }) => name),
            )
          }
          to="."
        >
          Clear filters
        </Link>
      </li>
    </ul>
  );
}

/** The active filters between a form of filters and its list. */
export function ActiveFilterBar({ active }: Pick<ActiveFiltersProps, 'active'>) {
  if (active.length === 0) return null;
  return (
    <div className="border-line border-b px-4 py-3">
      <ActiveFilters active={active} />
    </div>
  );
}

interface NoMatchesProps extends ActiveFiltersProps {
  readonly icon: LucideIcon;
  /** Such as "conversations". */
  readonly noun: string;
  /** How far the service looked, and how to look further. */
  readonly children?: ReactNode;
}

/** Replaces the rows of a list that its filters leave empty, and names the filters. */
export function NoMatches({ icon, noun, active, remarks, children }: NoMatchesProps) {
  return (
    <EmptyState icon={icon} title={`No ${noun} match`}>
      <div className="grid justify-items-center gap-3">
        <p>{active.length === 1 ? 'This filter hides all of them:' : 'No entry matches all of these filters:'}</p>
        <ActiveFilters active={active} {...(remarks && { remarks })} />
        {children}
      </div>
    </EmptyState>
  );
}
