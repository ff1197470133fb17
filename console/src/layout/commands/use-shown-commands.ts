import { useQueryClient } from '@tanstack/react-query';
import { useLocation } from '@tanstack/react-router';
import { Copy, Pause, Play } from 'lucide-react';
import type { Conversation, Sandbox, SandboxStatus } from '../../api/shapes.ts';
import { actionFor, actionLabel, actionOperation, requestAction } from '../../data/sandbox-actions.tsx';
import { SANDBOXES } from '../../data/sandbox-queries.ts';
import { useApi, useCan } from '../../session/session.ts';
import { failed, useToast } from '../../ui/toasts.ts';
import type { RunnableCommand } from './runnable-command.ts';

interface Shown {
  readonly noun: string;
  readonly id: string;
}

/** What a page with an ID in its path shows. */
const nouns: Readonly<Record<string, string>> = {
  conversations: 'conversation',
  sandboxes: 'sandbox',
  webhooks: 'webhook endpoint',
  owners: 'owner',
};

/** The object of a path such as `/sandboxes/4f0c`. */
export function shownIn(pathname: string): Shown | undefined {
  const [, section = '', id = ''] = pathname.split('/');
  const noun = nouns[section];
  return noun === undefined || id === '' || id === 'new' ? undefined : { noun, id: decodeURIComponent(id) };
}

/** Actions on the object that the page shows. They use what the page has loaded. */
export function useShownCommands(): readonly RunnableCommand[] {
  const api = useApi();
  const can = useCan();
  const queries = useQueryClient();
  const toast = useToast();
  const shown = shownIn(useLocation({ select: ({ pathname }) => pathname }));
  if (shown === undefined) return [];
  const { noun, id } = shown;
  const copy = async (): Promise<void> => {
    try {
      await navigator.clipboard.writeText(id);
      toast({ tone: 'good', title: `ID of the ${noun} copied` });
    } catch {
      toast({ tone: 'bad', title: 'The browser did not allow copying', detail: id });
    }
  };
  const commands: RunnableCommand[] = [
    { id: 'copy-id', label: `Copy ${noun} ID`, detail: id, icon: Copy, group: 'Actions', run: () => void copy() },
  ];
  const sandbox = sandboxOf(shown, (key) => queries.getQueryData(key));
  const name = sandbox && actionFor[sandbox.status];
  if (!sandbox || !name || !can(actionOperation(name))) return commands;
  const act = async (): Promise<void> => {
    try {
      await requestAction(api, sandbox.id, name);
      toast({
        tone: 'good',
        title: name === 'pause' ? 'Sandbox is pausing. Its files are kept' : 'Sandbox is resuming',
      });
    } catch (error) {
      toast(failed(actionLabel(name), error));
    }
    for (const queryKey of [[SANDBOXES], ['conversation'], ['conversations']])
      void queries.invalidateQueries({ queryKey });
  };
  const label = `${actionLabel(name)} sandbox`;
  const icon = name === 'pause' ? Pause : Play;
  return [
    ...commands,
    { id: 'sandbox-action', label, icon, group: 'Actions', keywords: 'stop start', run: () => void act() },
  ];
}

/** The sandbox on the page, or that of the conversation on it. */
function sandboxOf(
  { noun, id }: Shown,
  read: (key: readonly string[]) => unknown,
): { readonly id: string; readonly status: SandboxStatus } | undefined {
  if (noun === 'sandbox') return read([SANDBOXES, 'one', id]) as Sandbox | undefined;
  const conversation = noun === 'conversation' ? (read(['conversation', id]) as Conversation | undefined) : undefined;
  return conversation && { id: conversation.sandbox_id, status: conversation.sandbox_status };
}
