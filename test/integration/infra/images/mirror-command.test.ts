import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { afterAll, expect, it } from 'vitest';
import { readPins } from '../../../../infra/specs/image-pins.ts';
import { addImage } from '../../../support/images/an-image.ts';
import { EcrServer } from '../../../support/images/ecr-server.ts';
import { RegistryServer } from '../../../support/images/registry-server.ts';

const root = join(import.meta.dirname, '../../../..');
const source = await RegistryServer.start('token');
const target = await RegistryServer.start('password');
const ecr = await EcrServer.start(target.host);
afterAll(() => Promise.all([source.stop(), target.stop(), ecr.stop()]));

interface Ended {
  readonly failed: boolean;
  readonly stdout: string;
  readonly stderr: string;
}

const mirrorImage = (...args: readonly string[]) => runProgram('main.ts', args);

function runProgram(program: string, args: readonly string[]): Promise<Ended> {
  const env = {
    PATH: process.env.PATH,
    AWS_ENDPOINT_URL_ECR: ecr.url,
    AWS_REGION: 'eu-west-1',
    AWS_ACCESS_KEY_ID: 'a',
    AWS_SECRET_ACCESS_KEY: 'b',
  };
  return new Promise((resolve) => {
    execFile(process.execPath, [`infra/images/${program}`, ...args], { cwd: root, env }, (error, stdout, stderr) =>
      resolve({ failed: error !== null, stdout, stderr }),
    );
  });
}

it('mirror-image prints the digest and the setting that names it', async () => {
  const { digest } = addImage(source, '1.0');

  const { failed, stdout, stderr } = await mirrorImage('--image', `${source.host}/owner/agent:1.0`);

  expect(stderr).toContain(`created the repository ${target.host}/owner/agent`);
  expect(failed).toBe(false);
  expect(stdout).toContain(`${target.host}/owner/agent@${digest}\n`);
  expect(stdout).toContain(`"images": { "ID": "${target.host}/owner/agent@${digest}" }`);
  expect(ecr.problems).toEqual([]);
});

it('mirror-image prints one line of JSON for scripts', async () => {
  const { digest } = addImage(source, '2.0');

  const { stdout } = await mirrorImage(
    '--image',
    `${source.host}/owner/agent:2.0`,
    '--json',
    '--platform',
    'linux/arm64',
  );

  expect(stdout.trim().split('\n')).toHaveLength(1);
  expect(JSON.parse(stdout)).toMatchObject({
    source_digest: digest,
    image: expect.stringContaining('/owner/agent@sha256:'),
  });
});

it.each([
  [[], /^Name either a spec or an image\./],
  [['--spec', 'opnhands'], /^There is no sandbox spec 'opnhands' \(there are openhands, reference\)\.$/m],
  [['--spec', 'reference'], /^The sandbox spec 'reference' runs only locally: it has no image\.$/m],
  [['--image', 'ghcr.io/owner/agent'], /names no image: write registry\/name:tag/],
  [
    ['--image', `${await aClosedPort()}/owner/agent:1.0`],
    /^The registry cannot be reached: .*ECONNREFUSED 127\.0\.0\.1/,
  ],
])('mirror-image %j fails with one sentence that says what to do', async (args, sentence) => {
  const { failed, stderr } = await mirrorImage(...args);

  expect(failed).toBe(true);
  expect(stderr).toMatch(sentence);
  expect(stderr).not.toMatch(/^\s+at /m);
});

async function aClosedPort(): Promise<string> {
  const server = await RegistryServer.start('token');
  await server.stop();
  return server.host;
}

it('pin-image prints the digest that a tag names, and writes it in place of that of another tag', async () => {
  const { digest } = addImage(source, '4.0');
  const image = `${source.host}/owner/agent:4.0`;
  const file = join(mkdtempSync(join(tmpdir(), 'pins-')), 'pins.json');
  const other = { 'ghcr.io/owner/other:1.0': digest };
  writeFileSync(file, JSON.stringify({ ...other, [`${source.host}/owner/agent:3.9`]: digest }));

  const looked = await runProgram('pin-main.ts', ['--image', image, '--file', file]);
  const before = Object.keys(readPins(file));
  const written = await runProgram('pin-main.ts', ['--image', image, '--file', file, '--write']);

  expect([looked.stdout, looked.stderr]).toEqual([expect.stringContaining(`${image} is ${digest}\n`), '']);
  expect(before).toHaveLength(2);
  expect([written.failed, readPins(file)]).toEqual([false, { ...other, [image]: digest }]);
  expect((await runProgram('pin-main.ts', ['--image', `${source.host}/owner/agent:none`])).stderr).toContain('none');
});
