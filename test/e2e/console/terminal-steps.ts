import { expect } from 'vitest';
import { COLOUR_RULES, type ConsolePage, sizes } from '../support/console-page.ts';

/** Works in a terminal of a running sandbox: types, resizes, pastes, interrupts a flood, comes back, and exits. */
export async function useTerminal(one: ConsolePage): Promise<void> {
  const { page } = one;
  const button = (name: string) => page.getByRole('button', { name, exact: true });
  const rows = page.locator('.xterm-rows');
  const shows = (text: string) => rows.getByText(text).last().waitFor();
  const run = async (line: string): Promise<void> => {
    await page.keyboard.type(line);
    await page.keyboard.press('Enter');
  };
  const styleOf = (selector: string, name: string) =>
    page.evaluate(`getComputedStyle(document.querySelector('${selector}'))['${name}']`);
  const background = () => styleOf('.xterm-scrollable-element', 'backgroundColor');
  await page.getByRole('tab', { name: 'Terminal' }).click();
  await button('New terminal').click();
  await rows.waitFor();

  await run(`printf '\\033[31mred\\033[0m%s\\n' colour; stty size`);
  await shows('redcolour');
  expect(await styleOf('.xterm-fg-1', 'color')).not.toBe(await styleOf('.xterm-rows', 'color'));
  await one.expectAccessible();
  const light = await background();
  await page.emulateMedia({ colorScheme: 'dark' });
  await expect.poll(background).not.toBe(light);
  await one.expectAccessible({ rules: COLOUR_RULES });
  await page.emulateMedia({ colorScheme: 'light' });
  await chooseTheme(one, 'Dark');
  await expect.poll(background).not.toBe(light);
  await chooseTheme(one, 'System');
  await expect.poll(background).toBe(light);

  await page.setViewportSize(sizes.phone);
  await one.expectFits();
  await one.expectAccessible();
  await page.locator('.xterm').click();
  await run(`until stty size | grep -q ' 3[0-9]$'; do sleep 0.1; done; echo nar"row"`);
  await shows('narrow');
  await page.setViewportSize(sizes.desktop);

  await page.evaluate(`navigator.clipboard.writeText('echo past$((1))ed')`);
  await button('Paste').click();
  // The clipboard is read after the click; an earlier Enter would press the button again.
  await shows('past$((1))ed');
  await page.keyboard.press('Enter');
  await shows('past1ed');
  await button('Copy').click();
  await expect.poll(() => one.clipboard()).toContain('past1ed');

  await run('yes');
  await expect
    .poll(async () => (await rows.innerText()).match(/^y$/gm)?.length, { timeout: 20_000 })
    .toBeGreaterThan(5);
  await page.keyboard.press('Control+c');
  await run('echo back$((1+1))');
  await shows('back2');
  await page.reload();
  await button('Return to it').click();
  await shows('back2');
  await page.locator('.xterm').click();
  await run('exit 3');
  await page.getByText('Exit 3', { exact: true }).waitFor();
  await button('Close').click();
  await page.getByText('No terminal is open').waitFor();
  await page.getByRole('tab', { name: 'Overview' }).click();
}

async function chooseTheme({ page }: ConsolePage, theme: string): Promise<void> {
  await page.getByRole('button', { name: /Account and appearance/ }).click();
  await page.getByRole('menuitem', { name: theme }).click();
}
