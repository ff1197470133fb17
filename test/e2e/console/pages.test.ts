import { pages } from '../support/console-pages.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';

const it = consoleTest({ keyOptions: ['--scopes', 'admin'] });

describeInBrowser('every page', () => {
  it.for(pages)('%s is accessible in light and dark, at 360 and 1440 pixels', async ([address, heading], { one }) => {
    await one.visit(address, heading);
    await one.page.getByRole('status', { name: 'Loading' }).waitFor({ state: 'detached' });
    await one.expectGoodLooks(address);
    one.expectNoFailure();
  });
});
