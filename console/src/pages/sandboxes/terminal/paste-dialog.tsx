import { Button } from '../../../ui/button.tsx';
import { onFields } from '../../../ui/forms.ts';
import { DialogActions, Modal } from '../../../ui/modal.tsx';

interface Props {
  readonly onPaste: (text: string) => void;
  readonly onClose: () => void;
}

/** For browsers that do not let a page read the clipboard: a person pastes into a field. */
export function PasteDialog({ onPaste, onClose }: Props) {
  const submit = onFields((fields) => {
    onClose();
    onPaste(String(fields.get('text') ?? ''));
  });
  return (
    <Modal onClose={onClose} title="Paste into the terminal">
      <form className="grid gap-3" onSubmit={submit}>
        <label className="grid gap-1 text-sm">
          The browser does not let this page read the clipboard. Paste here instead:
          <textarea
            autoCapitalize="off"
            autoComplete="off"
            className="min-h-24 rounded-lg border border-line-strong bg-surface p-2 font-mono text-sm"
            name="text"
            required
            spellCheck={false}
          />
        </label>
        <DialogActions>
          <Button onClick={onClose}>Cancel</Button>
          <Button type="submit" variant="primary">
            Paste
          </Button>
        </DialogActions>
      </form>
    </Modal>
  );
}
