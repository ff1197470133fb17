import { visible } from '../../../shared/presentation/visible.ts';
import { element } from './event-elements.ts';
import type { SharedFile, SharedFileContent } from './shared-api.ts';

/** A file of the link, which is read when it is opened. */
export function fileElement(
  { path, size_bytes: size }: SharedFile,
  read: () => Promise<SharedFileContent>,
): HTMLElement {
  const fold = element('details', 'card');
  const status = element('p', 'minor');
  fold.append(element('summary', '', `${visible(path)} (${size.toLocaleString()} bytes)`), status);
  const open = async (): Promise<void> => {
    status.textContent = 'Loading…';
    try {
      status.replaceWith(...contentParts(await read()));
    } catch (error) {
      status.textContent = error instanceof Error ? error.message : 'The file cannot be shown.';
      fold.addEventListener('toggle', () => void open(), { once: true });
    }
  };
  fold.addEventListener('toggle', () => void open(), { once: true });
  return fold;
}

function contentParts(file: SharedFileContent): readonly Node[] {
  const link = document.createElement('a');
  link.textContent = 'Download';
  link.download = file.path.split('/').at(-1) ?? 'file';
  link.href = URL.createObjectURL(new Blob([bytesOf(file)], { type: 'application/octet-stream' }));
  return file.encoding === 'utf-8' ? [element('pre', '', visible(file.content)), link] : [link];
}

function bytesOf({ encoding, content }: SharedFileContent): Uint8Array<ArrayBuffer> {
  if (encoding === 'utf-8') return new TextEncoder().encode(content);
  return Uint8Array.from(atob(content), (character) => character.charCodeAt(0));
}
