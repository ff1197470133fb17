import { useNavigate } from '@tanstack/react-router';
import {
  Clock,
  Keyboard,
  KeyRound,
  LogOut,
  type LucideIcon,
  MessagesSquare,
  Monitor,
  Moon,
  Plus,
  SquareTerminal,
  Sun,
} from 'lucide-react';
import { type Theme, usePreferences } from '../../preferences/preferences.ts';
import { useCan, useSession } from '../../session/session.ts';
import { destinations } from '../destinations.ts';
import type { RunnableCommand } from './runnable-command.ts';
import { useFound } from './use-found.ts';
import { useShownCommands } from './use-shown-commands.ts';

const themes = [
  { theme: 'light', icon: Sun },
  { theme: 'dark', icon: Moon },
  { theme: 'system', icon: Monitor },
] as const satisfies readonly { readonly theme: Theme; readonly icon: LucideIcon }[];

/** Everything that the palette offers. @param text what the service is searched for */
export function useCommands(text: string, onHelp: () => void) {
  const navigate = useNavigate();
  const can = useCan();
  const { signOut } = useSession();
  const preferences = usePreferences();
  const { conversations, sandboxes, isSearching } = useFound(text);
  const shown = useShownCommands();
  const starts: RunnableCommand[] = [
    action('new', 'Start a conversation', Plus, () => void navigate({ to: '/conversations/new' }), 'new chat'),
  ];
  const approves: RunnableCommand[] = [
    action(
      'device',
      'Approve sign-in of a program',
      KeyRound,
      () => void navigate({ to: '/device' }),
      'device login code',
    ),
  ];
  const actions: RunnableCommand[] = [
    ...(can('POST /api/v1/app-conversations') ? starts : []),
    ...shown,
    ...(can('POST /oauth/device/verify-authenticated') ? approves : []),
    ...themes
      .filter(({ theme }) => theme !== preferences.theme)
      .map(({ theme, icon }) =>
        action(
          `theme-${theme}`,
          `Theme: ${theme}`,
          icon,
          () => preferences.change({ theme }),
          'appearance colour mode',
        ),
      ),
    action(
      'utc',
      preferences.isUtc ? 'Show times in your time zone' : 'Show times in UTC',
      Clock,
      () => preferences.change({ isUtc: !preferences.isUtc }),
      'clock zone',
    ),
    action('shortcuts', 'Keyboard shortcuts', Keyboard, onHelp, 'keys help'),
    action('sign-out', 'Sign out', LogOut, signOut, 'log out leave'),
  ];
  const pages = destinations
    .filter((page) => !('needs' in page) || can(page.needs))
    .map(
      ({ to, label, icon }): RunnableCommand => ({
        ...action(`page-${label}`, label, icon, () => void navigate({ to }), 'go open page'),
        group: 'Pages',
      }),
    );
  const ofConversations = conversations.map(
    ({ id, title, sandbox_id }): RunnableCommand => ({
      id: `conversation-${id}`,
      label: title || id,
      keywords: `${id} ${sandbox_id}`,
      group: 'Conversations',
      icon: MessagesSquare,
      run: () => void navigate({ to: '/conversations/$conversationId', params: { conversationId: id } }),
    }),
  );
  const ofSandboxes = sandboxes.map(
    ({ id, status, title }): RunnableCommand => ({
      id: `sandbox-${id}`,
      label: id,
      detail: title === undefined ? status : `${status} · ${title}`,
      group: 'Sandboxes',
      icon: SquareTerminal,
      run: () => void navigate({ to: '/sandboxes/$sandboxId', params: { sandboxId: id } }),
    }),
  );
  return { commands: [...actions, ...pages, ...ofConversations, ...ofSandboxes], isSearching };
}

function action(id: string, label: string, icon: LucideIcon, run: () => void, keywords = ''): RunnableCommand {
  return { id, label, icon, run, keywords, group: 'Actions' };
}
