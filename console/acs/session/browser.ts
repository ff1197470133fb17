import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../output/failure.ts';

/** What opens an address on each system, without a shell that could read more into it. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens an address, and does not wait for the browser to end. @throws Failure where there is nothing that opens it */
export async function openInBrowser(url: string): Promise<void> {
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new Failure(`Cannot open a browser: ${(error as Error).message}`, 'Open the address by hand.');
  }
  child.unref();
}
