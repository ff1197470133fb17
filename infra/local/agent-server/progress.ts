/**
 * Turns the lines of pip and uv into words about how far an installation is.
 *
 * @param packages how many packages there are; 0 if that is not known
 * @returns what to call with each line; it returns undefined for lines that tell nothing new
 */
export function progressOf(packages: number): (line: string) => string | undefined {
  const collected = new Set<string>();
  return (line) => {
    const name = /^Collecting ([\w.-]+)/.exec(line)?.[1];
    if (name !== undefined && packages > 0) {
      collected.add(name);
      return `downloading: ${collected.size} of ${packages} packages`;
    }
    // uv names the large packages alone, pip files.
    const download = /^Downloading ([\w.-]+ \([\d.]+[KMG]iB\))$/.exec(line.trim())?.[1];
    if (download !== undefined) return `downloading ${download}`;
    if (packages > 0 && /^Installing collected packages/.test(line)) return `installing ${packages} packages`;
    return /^(Prepared|Installed) \d+ packages/.test(line) ? line.trim().toLowerCase() : undefined;
  };
}

/** Why an installation failed: a sentence that says what to do. @param output the end of what its command printed */
export function reasonOf(output: string): string {
  if (/no space left on device|ENOSPC|errno 28/i.test(output)) return 'The disk is full. It needs about 1 GB.';
  if (/hash(es)? mismatch|do not match the hashes|hashes are required/i.test(output))
    return 'A package differs from what this version of the service pins, so nothing of it was used.';
  if (
    /name resolution|name or service|dns error|failed to (fetch|establish)|timed? ?out|unreachable|refused/i.test(
      output,
    )
  )
    return 'The package index (PyPI) cannot be reached. Check the connection, or set HTTPS_PROXY, PIP_INDEX_URL or UV_DEFAULT_INDEX.';
  if (/no (matching distribution|solution found)|no wheels|no usable wheels|only-binary/i.test(output))
    return 'A package has no build for this Python or this processor. Python 3.12 or 3.13 on x86-64 or Arm with glibc has all.';
  const last = output
    .trimEnd()
    .split('\n')
    .findLast((line) => line.trim() !== '');
  return `It said: ${last?.trim() ?? 'nothing'}`;
}
