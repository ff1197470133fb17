import { Link, useNavigate } from '@tanstack/react-router';
import {
  BrainCircuit,
  Code,
  Copy,
  Download,
  GitBranch,
  GitFork,
  Pencil,
  Share2,
  SquareTerminal,
  Trash2,
} from 'lucide-react';
import { useState } from 'react';
import type { Conversation, Sandbox } from '../../../api/shapes.ts';
import { SandboxActionButton } from '../../../data/sandbox-actions.tsx';
import { useCan } from '../../../session/session.ts';
import { AgentBadge } from '../../../ui/agent-badge.tsx';
import { Button, buttonClasses, IconButton } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/copy-button.tsx';
import { ExternalLink } from '../../../ui/external-link.tsx';
import { onFields, textIn } from '../../../ui/forms.ts';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { useDocumentTitle } from '../../../ui/page-header.tsx';
import { useToast } from '../../../ui/toasts.ts';
import { DeleteDialog } from '../actions/delete-dialog.tsx';
import { ForkDialog, useCanFork } from '../actions/fork-dialog.tsx';
import { ShareDialog } from '../actions/share-dialog.tsx';
import { SwitchModelDialog } from '../actions/switch-model-dialog.tsx';
import { LONGEST_TITLE, useDownload, useRename, useSandboxAction } from '../actions/use-actions.ts';
import { StatusBadge, titleOf } from '../labels.tsx';
import { useSandboxOf } from '../queries.ts';
import { repositoryAddress, useTokenHosts } from '../repository.ts';

export function ConversationHeader({ conversation }: { readonly conversation: Conversation }) {
  return (
    <header className="flex flex-wrap items-end justify-between gap-3">
      <div className="grid min-w-0 flex-1 basis-72 gap-1">
        <nav aria-label="Breadcrumb" className="text-sm">
          <Link className="text-ink-soft hover:text-ink hover:underline" to="/conversations">
            Conversations
          </Link>
        </nav>
        <Title conversation={conversation} />
        <div className="flex flex-wrap items-center gap-x-3 gap-y-1 text-sm">
          <StatusBadge conversation={conversation} />
          <AgentOf conversation={conversation} />
          <RepositoryLabel conversation={conversation} />
        </div>
      </div>
      <HeaderActions conversation={conversation} />
    </header>
  );
}

/** The agent that answers. Unknown without a sandbox. */
function AgentOf({ conversation }: { readonly conversation: Conversation }) {
  const { data: sandbox } = useSandboxOf(conversation);
  return sandbox ? <AgentBadge spec={sandbox.sandbox_spec_id} /> : null;
}

/** The heading of the page, which turns into a field for editing. */
function Title({ conversation }: { readonly conversation: Conversation }) {
  const [state, setState] = useState<'shown' | 'edited' | 'left'>('shown');
  const can = useCan();
  const rename = useRename(conversation);
  const title = titleOf(conversation);
  useDocumentTitle(title);
  const leave = (): void => setState('left');
  const submit = onFields((fields) => {
    const entered = textIn(fields, 'title');
    if (entered !== '' && entered !== conversation.title) rename.mutate(entered);
    leave();
  });
  if (state !== 'edited') {
    return (
      <div className="flex min-w-0 items-center gap-1">
        <h1 className="min-w-0 break-words font-semibold text-2xl tracking-tight outline-none" dir="auto" tabIndex={-1}>
          {title}
        </h1>
        {can('PATCH /api/v1/app-conversations/{conversation_id}') && (
          <IconButton autoFocus={state === 'left'} icon={Pencil} label="Rename" onClick={() => setState('edited')} />
        )}
      </div>
    );
  }
  return (
    <form
      className="flex flex-wrap items-center gap-2"
      onKeyDown={({ key }) => {
        if (key === 'Escape') leave();
      }}
      onSubmit={submit}
    >
      <h1 className="sr-only">{title}</h1>
      <input
        aria-label="Title"
        // biome-ignore lint/a11y/noAutofocus: the person has just asked to edit it
        autoFocus
        className="min-w-0 flex-1 basis-60 rounded-lg border border-line-strong bg-surface px-2 py-0.5 font-semibold text-2xl tracking-tight"
        defaultValue={conversation.title ?? ''}
        maxLength={LONGEST_TITLE}
        name="title"
        onFocus={({ currentTarget }) => currentTarget.select()}
      />
      <Button type="submit" variant="primary">
        Save
      </Button>
      <Button onClick={leave}>Cancel</Button>
    </form>
  );
}

/** The repository and the branch, with a link to the provider if its URL is known; nothing without a repository. */
function RepositoryLabel({ conversation }: { readonly conversation: Conversation }) {
  const { selected_repository: repository, selected_branch: branch } = conversation;
  const tokens = useTokenHosts();
  if (repository === null) return null;
  const address = repositoryAddress(conversation, tokens);
  return (
    <span className="inline-flex min-w-0 flex-wrap items-center gap-x-2">
      {address === undefined ? (
        <span className="break-all">{repository}</span>
      ) : (
        <ExternalLink href={address}>{repository}</ExternalLink>
      )}
      {branch !== null && (
        <span className="inline-flex items-center gap-1 text-ink-soft">
          <GitBranch aria-hidden className="size-3.5 shrink-0" />
          <span className="sr-only">branch</span>
          <span className="break-all">{branch}</span>
        </span>
      )}
    </span>
  );
}

function HeaderActions({ conversation }: { readonly conversation: Conversation }) {
  const { data: sandbox } = useSandboxOf(conversation);
  const action = useSandboxAction(conversation);
  const editor = editorAddress(sandbox);
  const can = useCan();
  return (
    <div className="flex flex-wrap gap-2">
      {editor !== undefined && (
        <a className={buttonClasses('secondary')} href={editor} rel="noreferrer noopener" target="_blank">
          <Code aria-hidden className="size-4" />
          Open in VS Code
          <span className="sr-only"> (opens a new tab)</span>
        </a>
      )}
      {conversation.sandbox_status !== 'MISSING' && can('POST /api/v1/sandboxes/{sandbox_id}/commands') && (
        <Link
          className={buttonClasses('secondary')}
          params={{ sandboxId: conversation.sandbox_id }}
          search={{ tab: 'terminal' }}
          to="/sandboxes/$sandboxId"
        >
          <SquareTerminal aria-hidden className="size-4" />
          Terminal
        </Link>
      )}
      {action && <SandboxActionButton action={action} />}
      <FurtherActions conversation={conversation} />
    </div>
  );
}

function FurtherActions({ conversation }: { readonly conversation: Conversation }) {
  const [dialog, setDialog] = useState<'delete' | 'fork' | 'share' | 'switch-model'>();
  const close = (): void => setDialog(undefined);
  const can = useCan();
  const canFork = useCanFork(conversation);
  const download = useDownload();
  const navigate = useNavigate();
  const toast = useToast();
  const copy = useCopy();
  const copyId = async (): Promise<void> => {
    const isCopied = await copy(conversation.id, `Conversation ID: ${conversation.id}`);
    if (isCopied) toast({ tone: 'good', title: 'Conversation ID copied' });
  };
  return (
    <>
      <Menu label="More actions">
        <MenuItem icon={Download} label="Download" onSelect={() => download.mutate(conversation)} />
        <MenuItem icon={Copy} label="Copy ID" onSelect={() => void copyId()} />
        {can('PATCH /api/v1/app-conversations/{conversation_id}') && (
          <MenuItem icon={Share2} label="Share" onSelect={() => setDialog('share')} />
        )}
        {canFork && <MenuItem icon={GitFork} label="Fork" onSelect={() => setDialog('fork')} />}
        {can('POST /api/v1/app-conversations/{conversation_id}/switch_profile') && (
          <MenuItem icon={BrainCircuit} label="Switch model" onSelect={() => setDialog('switch-model')} />
        )}
        {can('DELETE /api/v1/app-conversations/{conversation_id}') && (
          <>
            <MenuSeparator />
            <MenuItem icon={Trash2} isDangerous label="Delete" onSelect={() => setDialog('delete')} />
          </>
        )}
      </Menu>
      {dialog === 'share' && <ShareDialog conversation={conversation} onClose={close} />}
      {dialog === 'fork' && <ForkDialog conversation={conversation} onClose={close} />}
      {dialog === 'switch-model' && <SwitchModelDialog conversation={conversation} onClose={close} />}
      {dialog === 'delete' && (
        <DeleteDialog
          conversation={conversation}
          onClose={close}
          onDeleted={() => navigate({ to: '/conversations' })}
        />
      )}
    </>
  );
}

/** The URL of VS Code in a sandbox; undefined without one, or where it is not an http or https URL. */
function editorAddress(sandbox: Pick<Sandbox, 'exposed_urls'> | undefined): string | undefined {
  const address = sandbox?.exposed_urls?.find(({ name }) => name === 'VSCODE')?.url;
  return address !== undefined && /^https?:\/\//.test(address) ? address : undefined;
}
