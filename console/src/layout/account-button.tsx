import { CatchBoundary } from '@tanstack/react-router';
import { CircleUserRound } from 'lucide-react';
import { lazy, Suspense, useState } from 'react';
import { code } from '../live/code-loader.ts';
import { useSession } from '../session/session.ts';
import { buttonClasses } from '../ui/button.tsx';
import { Outdated } from './outdated.tsx';

const load = () => code.load(() => import('./account-menu.tsx'));

const AccountMenu = lazy(async () => ({ default: (await load()).AccountMenu }));

const LABEL = 'Account and appearance';

/** The button of the account menu, whose code is loaded when somebody reaches for it. */
export function AccountButton() {
  const [isWanted, setWanted] = useState(false);
  const { key } = useSession();
  const content = (
    <span className="flex min-w-0 items-center gap-2">
      <CircleUserRound aria-hidden className="size-4 shrink-0" />
      <span className="grid min-w-0 text-left leading-tight">
        <span className="truncate">{key.user_id}</span>
        <span className="truncate font-normal text-ink-soft text-xs">{key.name ?? key.id}</span>
      </span>
    </span>
  );
  const prepare = (): void => void load().catch(() => undefined);
  const button = (
    <button
      aria-expanded={false}
      aria-haspopup="menu"
      className={buttonClasses('quiet')}
      onClick={() => setWanted(true)}
      onFocus={prepare}
      onPointerEnter={prepare}
      title={LABEL}
      type="button"
    >
      {content}
      <span className="sr-only">{LABEL}</span>
    </button>
  );
  if (!isWanted) return button;
  return (
    <CatchBoundary errorComponent={Outdated} getResetKey={() => 'account'}>
      <Suspense fallback={button}>
        <AccountMenu label={LABEL} trigger={content} />
      </Suspense>
    </CatchBoundary>
  );
}
