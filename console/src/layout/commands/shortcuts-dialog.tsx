import { usePreferences } from '../../preferences/preferences.ts';
import { useCan } from '../../session/session.ts';
import { CheckboxField } from '../../ui/fields.tsx';
import { Modal } from '../../ui/modal.tsx';
import { destinations } from '../destinations.ts';
import { isMac } from './shortcuts.ts';

/** The keyboard shortcuts, and the switch for those of single keys. */
export function ShortcutsDialog({ onClose }: { readonly onClose: () => void }) {
  const can = useCan();
  const { hasShortcuts, change } = usePreferences();
  const pages = destinations.filter((page) => !('needs' in page) || can(page.needs));
  const rows: readonly (readonly [keys: readonly string[], does: string])[] = [
    [['?'], 'Show this list'],
    [['N'], 'Start a conversation'],
    [['M'], 'Write a message'],
    ...pages.map(({ letter, label }) => [['G', letter.toUpperCase()], `Go to ${label}`] as const),
  ];
  return (
    <Modal onClose={onClose} title="Keyboard shortcuts">
      <CheckboxField
        checked={hasShortcuts}
        hint="Turn them off if you dictate, or if keys act by mistake. They never act while you type."
        label="Single-key shortcuts"
        onChange={({ target }) => change({ hasShortcuts: target.checked })}
      />
      <dl className="grid grid-cols-[auto_1fr] items-center gap-x-4 gap-y-2 text-sm">
        <Row does="Search and commands" keys={isMac() ? ['⌘', 'K'] : ['Ctrl', 'K']} />
        {hasShortcuts && rows.map(([keys, does]) => <Row does={does} key={does} keys={keys} />)}
        <Row does="Send a message" keys={['Enter']} />
        <Row does="New line in a message" keys={['Shift', 'Enter']} />
        <Row does="Close a dialog or menu" keys={['Esc']} />
      </dl>
    </Modal>
  );
}

function Row({ keys, does }: { readonly keys: readonly string[]; readonly does: string }) {
  return (
    <>
      <dt className="flex gap-1">
        {keys.map((key) => (
          <kbd
            className="min-w-7 rounded border border-line-strong bg-raised px-1.5 py-0.5 text-center text-xs"
            key={key}
          >
            {key}
          </kbd>
        ))}
      </dt>
      <dd>{does}</dd>
    </>
  );
}
