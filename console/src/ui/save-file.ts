/** Saves a file through the browser's downloads. */
export function saveFile(content: Blob, name: string): void {
  const url = URL.createObjectURL(content);
  const link = document.createElement('a');
  link.href = url;
  link.download = name;
  link.click();
  // Revokes the URL after the browser has started to read it.
  setTimeout(() => URL.revokeObjectURL(url));
}
