import { Eye, Pencil, Share2, Trash2 } from 'lucide-react';
import { useSandboxChange } from '../../../data/sandbox-queries.ts';
import { useCan } from '../../../session/session.ts';
import { Button } from '../../../ui/button.tsx';
import { useCopy } from '../../../ui/copy-button.tsx';
import { webAddress } from '../../../ui/external-link.tsx';
import { Menu, MenuItem, MenuSeparator } from '../../../ui/menu.tsx';
import { failed, useToast } from '../../../ui/toasts.ts';
import { type Port, usePortRequests } from './port-queries.ts';
import { titleOf } from './port-words.ts';

interface Props {
  readonly sandboxId: string;
  readonly port: Port;
  readonly onPreview: (port: Port) => void;
  readonly onChange: (port: Port) => void;
  readonly onClose: (port: Port) => void;
}

const CHANGE = 'PATCH /api/v1/sandboxes/{sandbox_id}/ports/{port_id}';

export function PortActions({ sandboxId, port, onPreview, onChange, onClose }: Props) {
  const can = useCan();
  const share = useShare();
  const url = webAddress(port.url);
  return (
    <span className="flex items-center justify-end gap-1">
      {url !== undefined && <OpenButton port={port} sandboxId={sandboxId} url={url} />}
      <Menu label={`Actions for port ${titleOf(port)}`}>
        {url !== undefined && <MenuItem icon={Share2} label="Share" onSelect={() => void share(port, url)} />}
        {url !== undefined && port.access !== 'key' && (
          <MenuItem icon={Eye} label="Preview" onSelect={() => onPreview(port)} />
        )}
        {can(CHANGE) && (
          <>
            <MenuItem icon={Pencil} label="Change" onSelect={() => onChange(port)} />
            <MenuSeparator />
            <MenuItem icon={Trash2} isDangerous label="Close" onSelect={() => onClose(port)} />
          </>
        )}
      </Menu>
    </span>
  );
}

/** Copies the URL, and says who can use it. */
function useShare(): (port: Port, url: string) => Promise<void> {
  const toast = useToast();
  const copy = useCopy();
  return async (port, url) => {
    if (!(await copy(url))) return;
    const detail = port.warning ?? 'It works only with the session key, or in a browser where you chose Open.';
    toast({ tone: port.warning === null ? 'info' : 'warn', title: 'URL copied', detail });
  };
}

/** Opens the app in a tab: with `key`, by a link that lets this browser in. */
function OpenButton({ sandboxId, port, url }: Pick<Props, 'sandboxId' | 'port'> & { readonly url: string }) {
  const can = useCan();
  const toast = useToast();
  const requests = usePortRequests(sandboxId);
  const needsLink = port.access === 'key';
  const link = useSandboxChange(
    async (tab: Window | null) => ({ tab, to: needsLink ? (await requests.link(port.id)).url : url }),
    ({ tab, to }) => {
      const target = webAddress(to);
      if (tab && target !== undefined) tab.location.replace(target);
      else toast({ tone: 'bad', title: 'The browser blocked the new tab', detail: 'Allow pop-ups for this page.' });
    },
  );
  if (needsLink && !can('POST /api/v1/sandboxes/{sandbox_id}/ports/{port_id}/open-in-browser')) return null;
  const open = (): void => {
    // Opened within the click, as browsers block it later. The app must not reach this page.
    const tab = window.open('about:blank', '_blank');
    if (tab) tab.opener = null;
    link.mutate(tab, {
      onError: (error) => {
        tab?.close();
        toast(failed('Open', error));
      },
    });
  };
  return (
    <Button aria-label={`Open port ${titleOf(port)} in a new tab`} busy={link.isPending} onClick={open} variant="quiet">
      Open
    </Button>
  );
}
