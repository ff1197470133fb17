/** Saves a file through the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revoked in the next turn, when the browser has started reading it.
  setTimeout(() => URL.revokeObjectURL(url));
}
