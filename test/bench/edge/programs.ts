import { type ChildProcess, fork } from 'node:child_process';
import { once } from 'node:events';
import { join } from 'node:path';

const originProgram = join(import.meta.dirname, 'origin-process.ts');
const edgeProgram = join(import.meta.dirname, '..', '..', 'support', 'edge', 'edge-process.ts');

/** A sandbox and an edge in front of it, each in a process of its own. */
export interface Programs {
  readonly direct: string;
  readonly edge: string;
  stop(): Promise<void>;
}

export async function startPrograms(): Promise<Programs> {
  const children: ChildProcess[] = [];
  const start = async <First>(program: string, ...args: string[]): Promise<First> => {
    const child = fork(program, args);
    children.push(child);
    const ended = once(child, 'exit').then(() => Promise.reject(new Error(`${program} ended before it was ready`)));
    const [first] = await Promise.race([once(child, 'message'), ended]);
    ended.catch(() => undefined);
    return first;
  };
  const port = await start<number>(originProgram);
  const edge = await start<string>(edgeProgram, String(port));
  const stop = async () => {
    const exits = children.map((child) => once(child, 'exit'));
    for (const child of children) child.disconnect();
    await Promise.all(exits);
  };
  return { direct: `http://127.0.0.1:${port}`, edge, stop };
}
