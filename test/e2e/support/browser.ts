import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));

/** Why tests cannot use a browser, or undefined. */
export const noBrowser =
  executablePath === undefined ? 'Chromium was not found: install it or set CHROMIUM_PATH' : undefined;

let shared: Promise<Browser> | undefined;

/**
 * The browser of this worker. Files share it, because each page has a context of its own.
 *
 * @throws without a browser
 */
export async function sharedBrowser(): Promise<Browser> {
  const running = await shared;
  if (running?.isConnected()) return running;
  shared = launchBrowser();
  return await shared;
}

/** @throws without a browser */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  if (executablePath === undefined) throw new Error(noBrowser);
  // In containers the tests run as root, which the sandbox of the browser does not support.
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] });
}
