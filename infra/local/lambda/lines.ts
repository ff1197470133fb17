import type { Readable } from 'node:stream';

/** Calls back for each line of a stream, and for a rest without a line break. */
export function onLines(stream: Readable, callback: (line: string) => void): void {
  let rest = '';
  stream.setEncoding('utf8');
  stream.on('data', (text: string) => {
    const lines = (rest + text).split('\n');
    rest = lines.pop() ?? '';
    for (const line of lines) callback(line);
  });
  stream.on('end', () => {
    if (rest !== '') callback(rest);
  });
}
