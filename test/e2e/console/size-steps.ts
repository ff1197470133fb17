import type { Locator, Page } from 'playwright-core';

/** Selects a size by its words, such as `1 vCPU, 2 GB`, in a form that shows its price. */
export async function selectSize(within: Page | Locator, size: string): Promise<void> {
  const field = within.getByLabel('Size');
  const option = field.getByText(new RegExp(`^${size}, \\$0\\.\\d{3} an hour$`));
  await option.waitFor({ state: 'attached' });
  await field.selectOption(await option.getAttribute('value'));
}
