import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import type { CDPSession } from 'playwright-core';
import { expect } from 'vitest';
import { builtConsole } from '../../../infra/bundling/built-console.ts';
import { consoleTest } from '../support/console-test.ts';
import { describeInBrowser } from '../support/describe-unless.ts';
import { type LoadedScript, LoadedScripts } from '../support/loaded-scripts.ts';

/** Limit for the compressed scripts that a page loads before it can be used, in bytes. */
const FIRST_LOAD = 200 * 1024;

/** CPU time of the page's main thread, in seconds: about four times what an idle machine needs. */
const budgets = { signIn: { task: 0.5, script: 0.2 }, overview: { task: 1.2, script: 0.5 } } as const;

/** Libraries and parts that only some pages need, each with a text that survives the build. */
const laterLibraries = {
  recharts: 'recharts-cartesian-grid',
  'react-markdown': 'allowedElements',
  diff: 'maxEditLength',
  scalar: 'scalar-api-reference',
  xterm: 'xterm-helper-textarea',
  'editor of files': 'The file has changed since you opened it',
} as const;

const it = consoleTest();

/** CPU time of the page's main thread since the session began, in seconds. */
async function workOf(session: CDPSession): Promise<{ readonly task: number; readonly script: number }> {
  const { metrics } = await session.send('Performance.getMetrics');
  const seconds = (wanted: string) => metrics.find(({ name }) => name === wanted)?.value ?? Number.NaN;
  return { task: seconds('TaskDuration'), script: seconds('ScriptDuration') };
}

const sizeOf = (scripts: readonly LoadedScript[]) => scripts.reduce((sum, { gzipBytes }) => sum + gzipBytes, 0);

const librariesIn = (texts: readonly string[]) =>
  Object.entries(laterLibraries).flatMap(([name, words]) => (texts.some((text) => text.includes(words)) ? [name] : []));

async function builtScripts(): Promise<readonly string[]> {
  const assets = join(await builtConsole(), 'assets');
  const names = (await readdir(assets)).filter((name) => name.endsWith('.js'));
  return await Promise.all(names.map((name) => readFile(join(assets, name), 'utf8')));
}

describeInBrowser('first load of the console', () => {
  it('the sign-in and the overview load within their budgets', async ({ visitor, owner }) => {
    const scripts = new LoadedScripts(visitor.page);
    const session = await visitor.context.newCDPSession(visitor.page);
    // Counts the CPU time of the thread, independent of other load.
    await session.send('Performance.enable', { timeDomain: 'threadTicks' });
    await visitor.visit('/', /^Sign in/);
    await visitor.keyField.waitFor();
    const [untilSignIn, signInWork] = [await scripts.soFar(), await workOf(session)];

    await visitor.keyField.fill(owner.apiKey);
    await visitor.keyField.press('Enter');
    await visitor.heading('Overview').waitFor();
    await visitor.page.getByRole('status', { name: /^Loading/ }).waitFor({ state: 'detached' });
    const [untilOverview, overviewWork] = [await scripts.soFar(), await workOf(session)];

    expect(untilSignIn.length).toBeGreaterThan(0);
    expect(sizeOf(untilSignIn)).toBeLessThanOrEqual(FIRST_LOAD);
    expect(sizeOf(untilOverview)).toBeLessThanOrEqual(FIRST_LOAD);
    expect(librariesIn(untilOverview.map(({ text }) => text))).toEqual([]);
    expect(signInWork.task).toBeLessThan(budgets.signIn.task);
    expect(signInWork.script).toBeLessThan(budgets.signIn.script);
    expect(overviewWork.task).toBeLessThan(budgets.overview.task);
    expect(overviewWork.script).toBeLessThan(budgets.overview.script);
    visitor.expectNoFailure();
  });

  it('libraries of single pages are not part of the first load', async () => {
    expect(librariesIn(await builtScripts())).toEqual(Object.keys(laterLibraries));
  });
});
