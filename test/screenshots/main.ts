/** `npm run screenshots`: writes screenshots of every console page to docs/images, with a separate local service. */
import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { launchBrowser } from '../e2e/support/browser.ts';
import { LocalService } from '../support/service/local-service.ts';
import { useService } from '../support/service/owners.ts';
import { takePicture, takeSignIn } from './camera.ts';
import { picturesOf } from './pictures.ts';
import { makeScene } from './scene.ts';

/** @returns the failed screenshots, with the reason */
async function takeAll(): Promise<readonly string[]> {
  const failures: string[] = [];
  const scene = await makeScene();
  const browser = await launchBrowser();
  const trying = async (name: string, taking: () => Promise<void>): Promise<void> => {
    try {
      await taking();
      console.error(`took ${name}`);
    } catch (error) {
      failures.push(`${name}: ${error instanceof Error ? error.message : error}`);
    }
  };
  try {
    await trying('sign-in', () => takeSignIn(browser));
    for (const picture of picturesOf(scene)) {
      await trying(picture.name, () => takePicture(browser, scene.owner.apiKey, picture));
    }
  } finally {
    await browser.close();
    await scene.close();
  }
  return failures;
}

const stateDirectory = await mkdtemp(join(tmpdir(), 'screenshots-'));
const service = await LocalService.start({ stateDirectory });
try {
  const { baseUrl, apiKey, sandboxUrl, consoleUrl } = service;
  useService({ baseUrl, apiKey, sandboxUrl, consoleUrl, keysOption: ['--state', stateDirectory], stateDirectory });
  const failures = await takeAll();
  for (const failure of failures) console.error(`MISSING  ${failure}`);
  if (failures.length > 0) process.exitCode = 1;
} finally {
  await service.interrupt();
  await rm(stateDirectory, { recursive: true, force: true });
}
