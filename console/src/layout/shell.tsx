import { Link } from '@tanstack/react-router';
import { Menu as MenuIcon, MessagesSquare } from 'lucide-react';
import { useState } from 'react';
import { useOnline } from '../live/online.ts';
import { IconButton } from '../ui/button.tsx';
import { Dialog } from '../ui/dialog.tsx';
import { Notice } from '../ui/notice.tsx';
import { AccountMenu } from './account-menu.tsx';
import { Navigation } from './navigation.tsx';
import { PageContent } from './page-content.tsx';
import { usePageFocus } from './page-focus.ts';

/** What is around every page. */
export function Shell() {
  const [isMenuOpen, setMenuOpen] = useState(false);
  const isOnline = useOnline();
  usePageFocus();
  return (
    <div className="grid min-h-dvh grid-rows-[auto_1fr] lg:grid-cols-[16rem_1fr] lg:grid-rows-1">
      <a
        className="sr-only z-50 rounded-lg bg-accent-fill px-4 py-2 text-on-accent focus:not-sr-only focus:fixed focus:top-2 focus:left-2"
        href="#content"
      >
        Skip to content
      </a>
      <header className="sticky top-0 z-20 flex items-center gap-2 border-line border-b bg-surface p-2 lg:h-dvh lg:flex-col lg:items-stretch lg:gap-4 lg:border-r lg:border-b-0 lg:p-3">
        <IconButton
          aria-expanded={isMenuOpen}
          className="lg:hidden"
          icon={<MenuIcon aria-hidden className="size-5" />}
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
        {!isOnline && (
          <Notice title="You are offline" tone="warn">
            You see the last data received. Updates resume when the connection is back.
          </Notice>
        )}
        <PageContent />
      </main>
    </div>
  );
}
