import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

/** Every page of the navigation, with its heading. */
const pages = [
  ['/', 'Overview'],
  ['/conversations', 'Conversations'],
  ['/conversations/new', 'Start a conversation'],
  ['/sandboxes', 'Sandboxes'],
  ['/sandboxes?tab=receipts', 'Sandboxes'],
  ['/usage', 'Usage'],
  ['/limits', 'Limits'],
  ['/keys', 'Keys'],
  ['/webhooks', 'Webhooks'],
  ['/audit', 'Audit'],
  ['/settings', 'Settings'],
  ['/settings?tab=git', 'Settings'],
  ['/owners', 'Owners'],
] as const;

const it = consoleTest({ keyOptions: ['--scopes', 'admin'] });

describeInBrowser('every page', () => {
  it.for(pages)('%s is accessible in light and dark, at 360 and 1440 pixels', async ([address, heading], { one }) => {
    await one.visit(address, heading);
    await one.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    await one.expectGoodLooks(address);
    one.expectNoFailure();
  });
});
