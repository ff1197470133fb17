import { existsSync } from 'node:fs';
import { type Browser, chromium } from 'playwright-core';

const PLACES = [process.env.CHROMIUM_PATH, '/usr/bin/chromium', '/usr/bin/chromium-browser', '/usr/bin/google-chrome'];

const executablePath = PLACES.find((path) => path !== undefined && existsSync(path));

/** Why there is no browser; undefined where there is one. */
export const noBrowser =
  executablePath === undefined ? 'there is no Chromium: install it, or name it in CHROMIUM_PATH' : undefined;

/** @throws where there is none */
export async function launchBrowser(args: readonly string[] = []): Promise<Browser> {
  if (executablePath === undefined) throw new Error(noBrowser);
  // Tests run as root in containers, where the sandbox of the browser cannot be.
  return await chromium.launch({ executablePath, args: ['--no-sandbox', '--disable-dev-shm-usage', ...args] });
}
