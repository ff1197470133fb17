import { execFile } from 'node:child_process';
import { mkdtempSync, writeFileSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { expect, it } from 'vitest';
import { readPins } from '../../../../infra/specs/image-pins.ts';

const digest = `sha256:${'a1'.repeat(32)}`;
const image = 'ghcr.io/owner/agent:4.0';
const scratch = mkdtempSync(join(tmpdir(), 'pins-'));

// This crane has one tag.
writeFileSync(
  join(scratch, 'crane'),
  `#!/bin/sh\n[ "$1 $2" = "digest ${image}" ] && echo ${digest} && exit\necho "MANIFEST_UNKNOWN: $2" >&2; exit 1\n`,
  { mode: 0o755 },
);

function pinImage(path: string, ...args: readonly string[]) {
  return new Promise<{ readonly stdout: string; readonly stderr: string }>((resolve) => {
    const env = { PATH: path };
    execFile(process.execPath, ['infra/images/pin-main.ts', ...args], { env }, (_error, stdout, stderr) =>
      resolve({ stdout, stderr }),
    );
  });
}

it('pin-image prints the digest of a tag and writes it in place of the pin of another tag', async () => {
  const file = join(scratch, 'pins.json');
  const other = { 'ghcr.io/owner/other:1.0': digest };
  writeFileSync(file, JSON.stringify({ ...other, 'ghcr.io/owner/agent:3.9': digest }));
  const path = `${scratch}:/usr/bin:/bin`;

  const looked = await pinImage(path, '--image', image, '--file', file);
  const before = Object.keys(readPins(file));
  const written = await pinImage(path, '--image', image, '--file', file, '--write');

  expect(looked).toEqual({ stdout: expect.stringContaining(`${image} is ${digest}\n`), stderr: '' });
  expect(before).toHaveLength(2);
  expect([written.stderr, readPins(file)]).toEqual(['', { ...other, [image]: digest }]);
});

it.each([
  [[], /^crane is not on the PATH\. Install it/],
  [['--digest', 'sha256:12'], /^'sha256:12' is not a digest\./],
  [['--image', 'ghcr.io/owner/agent'], /is not an image with a tag\. Write registry\/name:tag\.$/m],
  [['--imge', 'x'], /^Unknown option '--imge'/],
])('pin-image %j without crane fails with one sentence', async (args, sentence) => {
  const { stdout, stderr } = await pinImage('/nowhere', ...args);

  expect([stdout, stderr]).toEqual(['', expect.stringMatching(sentence)]);
  expect(stderr).not.toMatch(/^\s+at /m);
});

it('pin-image prints why crane failed', async () => {
  const { stderr } = await pinImage(`${scratch}:/usr/bin:/bin`, '--image', 'ghcr.io/owner/agent:none');

  expect(stderr).toBe('crane cannot look up ghcr.io/owner/agent:none: MANIFEST_UNKNOWN: ghcr.io/owner/agent:none\n');
});
