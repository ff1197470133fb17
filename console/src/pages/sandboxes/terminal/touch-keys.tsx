import { Button } from '../../../ui/button.tsx';

/** What programs in terminals need, and keyboards of phones lack. */
const keys = [
  { label: 'Esc', name: 'Escape', sends: '\u001b' },
  { label: 'Tab', name: 'Tab', sends: '\t' },
  { label: '^C', name: 'Control C', sends: '\u0003' },
  { label: '^D', name: 'Control D', sends: '\u0004' },
  { label: '↑', name: 'Up', sends: '\u001b[A' },
  { label: '↓', name: 'Down', sends: '\u001b[B' },
  { label: '←', name: 'Left', sends: '\u001b[D' },
  { label: '→', name: 'Right', sends: '\u001b[C' },
] as const;

/** A row of keys on touch screens. */
export function TouchKeys({ onKey }: { readonly onKey: (keys: string) => void }) {
  return (
    <div aria-label="Keys" className="pointer-coarse:flex hidden flex-wrap gap-1" role="toolbar">
      {keys.map(({ label, name, sends }) => (
        <Button aria-label={name} className="px-2.5" key={name} onClick={() => onKey(sends)}>
          {label}
        </Button>
      ))}
    </div>
  );
}
