import { join } from 'node:path';
import type { Browser, Page } from 'playwright-core';
import { ConsolePage } from '../e2e/support/console-page.ts';
import { PROJECT_ROOT } from '../support/service/local-service.ts';
import type { Picture } from './pictures.ts';

const IMAGES = join(PROJECT_ROOT, 'docs', 'images');

/** Takes a screenshot of the sign-in. */
export async function takeSignIn(browser: Browser): Promise<void> {
  const one = await ConsolePage.open(browser);
  await one.visit('/', /^Sign in/);
  await take(one.page, 'sign-in');
  await one.close();
}

/** Opens a page as its owner and takes a screenshot. @throws when the page or a part of it fails to load */
export async function takePicture(browser: Browser, apiKey: string, picture: Picture): Promise<void> {
  const one = await ConsolePage.open(browser, picture);
  await one.signIn(apiKey);
  await one.visit(picture.path, picture.heading);
  const { page } = one;
  if (picture.words !== undefined) await page.getByText(picture.words).filter({ visible: true }).first().waitFor();
  if (picture.folded !== undefined) await page.getByText(picture.folded).first().click();
  await page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
  await page.waitForLoadState('networkidle');
  one.expectNoFailure();
  await take(page, picture.name);
  await one.close();
}

async function take(page: Page, name: string): Promise<void> {
  await page.screenshot({ path: join(IMAGES, `${name}.png`), animations: 'disabled', caret: 'hide' });
}
