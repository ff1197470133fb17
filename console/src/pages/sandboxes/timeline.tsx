import { failureCodes, failureReason } from '../../../../shared/presentation/compute-failures.ts';
import type { Tone } from '../../../../shared/presentation/conversations.ts';
import { lifecycleReasons } from '../../../../shared/presentation/sandbox-reasons.ts';
import { pauseWords } from '../../../../shared/presentation/sandboxes.ts';
import { duration } from '../../../../shared/presentation/time.ts';
import type { SandboxPhase, SandboxStepTime, SandboxTransition } from '../../api/shapes.ts';
import { groupsOf, type StepGroup, stepWords } from '../../data/steps.ts';
import { useNow } from '../../live/now.ts';
import { classes } from '../../ui/classes.ts';
import { Time } from '../../ui/time.tsx';
import { phaseLooks } from './sandbox-state.tsx';

const dots: Readonly<Record<Tone | 'plain', string>> = {
  good: 'bg-good',
  warn: 'bg-warn',
  bad: 'bg-bad',
  info: 'bg-info',
  plain: 'bg-line-strong',
};

/** The phases of a sandbox: as a strip, and as a list with reasons, newest first. */
export function Timeline({ transitions }: { readonly transitions: readonly SandboxTransition[] }) {
  const spans = spansOf(transitions, useNow());
  const first = spans[0];
  if (!first) return <p className="text-ink-soft text-sm">No transitions yet.</p>;
  return (
    <div className="grid gap-4">
      <PhaseStrip since={first.from} spans={spans} />
      <ol className="grid">
        {spans.toReversed().map((span) => (
          <Phase key={`${span.from} ${span.phase}`} span={span} />
        ))}
      </ol>
    </div>
  );
}

function Phase({ span: { phase, reason, from, length, isNow } }: { readonly span: Span }) {
  const { word, tone } = phaseLooks[phase];
  return (
    <li className="group grid grid-cols-[auto_1fr] gap-x-3 text-sm">
      <span aria-hidden className="grid grid-rows-[auto_1fr] justify-items-center">
        <span className={classes('mt-1.5 size-2.5 rounded-full forced-colors:bg-[CanvasText]', dots[tone])} />
        <span className="w-px bg-line group-last:hidden" />
      </span>
      <div className="grid min-w-0 gap-0.5 pb-4 group-last:pb-0">
        <p className="flex flex-wrap items-baseline gap-x-2">
          <span className="font-medium">{word}</span>
          <span className="text-ink-soft tabular-nums">
            {isNow ? 'for ' : ''}
            {duration(length)}
          </span>
          <span className="ml-auto text-ink-soft text-xs">
            <Time as="clock" value={from} />
          </span>
        </p>
        {reason !== null && (
          <p className="break-words text-ink-soft">
            {reasonWords(reason)} <code className="font-mono text-xs">{reason}</code>
          </p>
        )}
      </div>
    </li>
  );
}

const looks: Readonly<Record<Tone | 'plain', string>> = {
  good: 'border-good bg-good-soft text-good',
  warn: 'border-warn bg-warn-soft text-warn',
  bad: 'border-bad bg-bad-soft text-bad',
  info: 'border-info bg-info-soft text-info',
  plain: 'border-line-strong bg-raised text-ink-soft',
};

/** All phases side by side. The list below has the same content for screen readers. */
function PhaseStrip({ spans, since }: { readonly spans: readonly Span[]; readonly since: string }) {
  return (
    <figure className="grid gap-1.5">
      <div aria-hidden className="flex h-9 gap-0.5 overflow-hidden rounded-md text-xs">
        {spans.map((span) => {
          const { word, tone } = phaseLooks[span.phase];
          return (
            <span
              className={classes('@container flex min-w-1 basis-0 items-center border-b-4', looks[tone])}
              key={`${span.from} ${span.phase}`}
              style={{ flexGrow: widthOf(span) }}
              title={`${word}, ${duration(span.length)}`}
            >
              <span className="@min-[4.25rem]:inline hidden truncate px-2 font-medium">{word}</span>
            </span>
          );
        })}
      </div>
      <figcaption className="flex flex-wrap justify-between gap-x-4 text-ink-soft text-xs">
        <Time as="clock" value={since} />
        <span className="order-last w-full text-center sm:order-none sm:w-auto">
          Not to scale: short phases are drawn wider.
        </span>
        <span>now</span>
      </figcaption>
    </figure>
  );
}

/** A past or current phase of a sandbox. */
interface Span {
  readonly phase: SandboxPhase;
  /** The code of its reason; null if it was requested, or if the next phase has the same reason. */
  readonly reason: string | null;
  readonly from: string;
  /** In milliseconds; until now for the last one. */
  readonly length: number;
  readonly isNow: boolean;
}

/** The phases of a sandbox by its transitions, oldest first. */
export function spansOf(transitions: readonly SandboxTransition[], now: Date): readonly Span[] {
  return transitions.map(({ state, reason, time }, index) => {
    const end = transitions[index + 1]?.time;
    // The reader's clock can be behind.
    const length = Math.max(0, (end === undefined ? now.getTime() : Date.parse(end)) - Date.parse(time));
    return {
      phase: state,
      reason: transitions[index + 1]?.reason === reason ? null : reason,
      from: time,
      length,
      isNow: end === undefined,
    };
  });
}

/** The relative width of a phase: logarithmic, so that a second of booting is visible next to a day of pause. */
export function widthOf({ length }: Span): number {
  return 1 + Math.log10(1 + length / 100);
}

/** What happened and what to do, by the code of the reason, in the words of the service. */
const reasons: ReadonlyMap<string, string> = new Map([
  ...Object.entries(pauseWords),
  ...[...lifecycleReasons(), ...failureCodes().map((code) => failureReason(code, true))].map(
    ({ code, message, remedy }) => [code, `${message} ${remedy}`] as const,
  ),
]);

/** @returns an empty text for a code that this release does not know */
export function reasonWords(code: string): string {
  return reasons.get(code) ?? '';
}

/** The steps of the last start and of the stop after it, one bar after the other. */
export function Steps({ steps }: { readonly steps: readonly SandboxStepTime[] }) {
  const groups = groupsOf(steps);
  if (groups.length === 0) return <p className="text-ink-soft text-sm">No step completed yet.</p>;
  return (
    <div className="grid gap-6 text-sm">
      {groups.map((group) => (
        <Group group={group} key={group.name} />
      ))}
    </div>
  );
}

function Group({ group: { name, begun, steps, seconds } }: { readonly group: StepGroup }) {
  const percent = (part: number): string => `${seconds > 0 ? (100 * part) / seconds : 0}%`;
  return (
    <div className="grid gap-2">
      <h3 className="flex flex-wrap items-baseline justify-between gap-x-3 font-medium">
        <span>
          {name}: {duration(seconds * 1000)}
        </span>
        <span className="font-normal text-ink-soft text-xs">
          <Time as="clock" value={begun.at} />
        </span>
      </h3>
      <ol className="grid gap-1.5">
        {steps.map(({ step, seconds: took, offset }) => (
          <li className="grid grid-cols-[8.5rem_1fr_4.5rem] items-center gap-x-3" key={step}>
            <span className="truncate">{stepWords(step)}</span>
            <span aria-hidden className="flex h-2 rounded-full bg-raised">
              <span style={{ width: percent(offset) }} />
              <span
                className="min-w-0.5 rounded-full bg-accent-fill forced-colors:bg-[CanvasText]"
                style={{ width: percent(took) }}
              />
            </span>
            <span className="text-right tabular-nums">{duration(took * 1000)}</span>
          </li>
        ))}
      </ol>
    </div>
  );
}
