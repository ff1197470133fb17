/** The names that lead to a file or directory; none for the root, however it is written. */
export function segmentsOf(path: string): readonly string[] {
  return path.split('/').filter((part) => part !== '' && part !== '.');
}
