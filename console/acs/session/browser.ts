import { spawn } from 'node:child_process';
import { once } from 'node:events';
import { Failure } from '../output/failure.ts';

export const browserOption = { browser: { type: 'boolean', alias: 'b', describe: 'Open it in the browser' } } as const;

/** The program that opens a URL on each system, run without a shell, which could interpret the URL. */
const openers: Readonly<Partial<Record<NodeJS.Platform, readonly [program: string, ...args: string[]]>>> = {
  darwin: ['open'],
  win32: ['rundll32', 'url.dll,FileProtocolHandler'],
};

/** Opens a URL without waiting for the browser to exit. @throws Failure when no program can open it */
export async function openInBrowser(url: string): Promise<void> {
  if (!/^https?:$/.test(URL.parse(url)?.protocol ?? ''))
    throw new Failure(`Cannot open ${url}: only http and https are opened.`);
  const [program, ...args] = openers[process.platform] ?? ['xdg-open'];
  const child = spawn(program, [...args, url], { stdio: 'ignore', detached: true });
  try {
    await once(child, 'spawn');
  } catch (error) {
    throw new Failure(`Cannot open a browser: ${(error as Error).message}`, 'Open the URL yourself.');
  }
  child.unref();
}
