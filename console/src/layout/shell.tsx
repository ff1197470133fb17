import { Link, Outlet, useLocation, useRouter } from '@tanstack/react-router';
import { BookOpenText, Compass, LockKeyhole, Menu as MenuIcon, MessagesSquare } from 'lucide-react';
import { useEffect, useState } from 'react';
import { requiredScopes } from '../../../shared/client/api-types.ts';
import { useCan, useSession } from '../session/session.ts';
import { ButtonLink, IconButton } from '../ui/button.tsx';
import { ConnectionBar } from '../ui/connection-bar.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { EmptyState } from '../ui/empty-state.tsx';
import { PageHeader } from '../ui/page-header.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Announcements } from './announcements.tsx';
import { Commands } from './commands/commands.tsx';
import { destinations } from './destinations.ts';
import { SKIP_LINKS, SkipLink } from './skip-links.tsx';

/** The frame around every page. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  usePageFocus();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[16rem_1fr] lg:grid-rows-1">
      <div className="contents">
        <SkipLink href="#content">Skip to content</SkipLink>
        <div className="contents" id={SKIP_LINKS} />
      </div>
      <header className="sticky top-0 z-20 flex items-center gap-2 border-line border-b bg-surface p-2 lg:h-dvh lg:flex-col lg:items-stretch lg:gap-4 lg:border-r lg:border-b-0 lg:p-3">
        <IconButton
          aria-expanded={isMenuOpen}
          className="lg:hidden [&_svg]:size-5"
          icon={MenuIcon}
          label="Open navigation"
          onClick={() => setMenuOpen(true)}
        />
        <Link
          className="flex min-w-0 flex-1 items-center gap-2 rounded-lg px-1 py-1.5 font-semibold lg:flex-none"
          to="/"
        >
          <MessagesSquare aria-hidden className="size-5 shrink-0 text-accent" />
          <span className="truncate">Agent Conversations</span>
        </Link>
        <Commands />
        <div className="hidden min-h-0 flex-1 overflow-y-auto lg:block">
          <Navigation />
        </div>
        <div className="max-w-[45vw] lg:max-w-none [&_button]:w-full lg:[&_button]:justify-start">
          <AccountMenu />
        </div>
      </header>
      {isMenuOpen && (
        <Dialog onClose={() => setMenuOpen(false)} title="Navigation">
          <Navigation onChoose={() => setMenuOpen(false)} />
        </Dialog>
      )}
      <main className="mx-auto grid w-full min-w-0 max-w-[110rem] content-start gap-5 p-4 sm:p-6 xl:p-8" id="content">
        <ConnectionBar />
        <Announcements />
        <PageContent />
      </main>
    </div>
  );
}

const look =
  'flex items-center gap-2.5 rounded-lg px-2.5 py-2 font-medium text-ink-soft text-sm hover:bg-raised hover:text-ink aria-[current=page]:bg-accent-soft aria-[current=page]:text-accent forced-colors:aria-[current=page]:underline [&_svg]:size-4';

/** Links to every page that the key or the person can see. */
function Navigation({ onChoose }: { readonly onChoose?: () => void }) {
  const can = useCan();
  const offered = destinations.filter((one) => !('needs' in one) || can(one.needs));
  return (
    <nav aria-label="Main">
      <ul className="grid gap-0.5">
        {offered.map(({ to, label, icon: Icon }) => (
          <li key={to}>
            <Link
              activeOptions={{ exact: to === '/', includeSearch: false }}
              className={look}
              onClick={onChoose}
              to={to}
            >
              <Icon aria-hidden />
              {label}
            </Link>
          </li>
        ))}
        <li>
          {/* A separate document, whose viewer needs a wider style policy. */}
          <a className={look} href="/reference">
            <BookOpenText aria-hidden />
            Reference
          </a>
        </li>
      </ul>
    </nav>
  );
}

/** The page, or the scope that is lacking: deep links can lead to pages that the navigation hides. */
function PageContent() {
  const section = useLocation({ select: ({ pathname }) => `/${pathname.split('/')[1] ?? ''}` });
  const can = useCan();
  const { key, owner, person } = useSession();
  const destination = destinations.find(({ to }) => to === section);
  if (destination === undefined || !('needs' in destination) || can(destination.needs)) return <Outlet />;
  const scope = <b>{requiredScopes[destination.needs]}</b>;
  return (
    <>
      <PageHeader title={destination.label} />
      {person ? (
        <EmptyState icon={LockKeyhole} title="Your role has no access to this page">
          Your role in {owner} is {key.member?.role}. This page requires the scope {scope}. Ask an administrator of{' '}
          {owner} for a role that has it.
        </EmptyState>
      ) : (
        <EmptyState icon={LockKeyhole} title="This key has no access to this page">
          This page requires the scope {scope}. Sign in with a key that has it, or ask an administrator for one.
        </EmptyState>
      )}
    </>
  );
}

/** Moves the focus to the new heading after a page change, so that screen readers start there. */
function usePageFocus(): void {
  const router = useRouter();
  useEffect(
    () =>
      router.subscribe('onRendered', ({ fromLocation, pathChanged }) => {
        if (fromLocation && pathChanged) document.querySelector('h1')?.focus({ preventScroll: true });
      }),
    [router],
  );
}

export function NotFound() {
  return (
    <>
      <PageHeader title="Page not found" />
      <EmptyState
        action={<ButtonLink to="/">Go to overview</ButtonLink>}
        icon={Compass}
        title="There is no page at this URL"
      >
        Check the URL, or use the navigation to find the page.
      </EmptyState>
    </>
  );
}
