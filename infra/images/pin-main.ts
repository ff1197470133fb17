import { execFile } from 'node:child_process';
import { readFileSync, writeFileSync } from 'node:fs';
import { parseArgs, promisify } from 'node:util';
import { UserError } from '../local/terminal/user-error.ts';
import { DIGEST, OPENHANDS_IMAGE, PINS_FILE } from '../specs/image-pins.ts';

const USAGE = `npm run pin-image -- [--image REFERENCE] [--digest DIGEST] [--write]

Prints the current digest of an image's tag. It asks the registry with crane, which must be on the PATH.

  --image REFERENCE   an image by its tag: ghcr.io/owner/name:tag (default: the image of the default sandbox spec)
  --digest DIGEST     a digest that you know: sha256:…
  --write             write the digest to infra/specs/image-pins.json, so that the spec uses it
  --file FILE         write to another file

crane signs in to private registries with the credentials of \`crane auth login\` or \`docker login\`.`;

const options = {
  image: { type: 'string', default: OPENHANDS_IMAGE },
  digest: { type: 'string' },
  write: { type: 'boolean', default: false },
  file: { type: 'string', default: PINS_FILE },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  if (!/^[^\s@-][^\s@]*:\w[\w.-]*$/.test(values.image)) {
    throw new UserError(`'${values.image}' is not an image with a tag. Write registry/name:tag.`);
  }
  const digest = values.digest ?? (await craneDigest(values.image));
  if (!DIGEST.test(digest))
    throw new UserError(`'${digest}' is not a digest. Write sha256: and 64 hexadecimal digits.`);
  if (values.write) writePin(values.file, values.image, digest);
  console.log(`${values.image} is ${digest}`);
  console.log(values.write ? `Written to ${values.file}.` : 'To pin the spec to it, add --write and commit the file.');
}

async function craneDigest(image: string): Promise<string> {
  try {
    return (await promisify(execFile)('crane', ['digest', image])).stdout.trim();
  } catch (error) {
    const { code, stderr = '' } = error as { readonly code?: unknown; readonly stderr?: string };
    if (code === 'ENOENT') {
      throw new UserError('crane is not on the PATH. Install it (docs/deploy.md), or give the digest with --digest.');
    }
    throw new UserError(`crane cannot look up ${image}: ${stderr.trim()}`);
  }
}

/** Writes a pin, and removes those of other tags of the image. */
function writePin(file: string, image: string, digest: string): void {
  const name = image.slice(0, image.lastIndexOf(':') + 1);
  const pins: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  const others = Object.entries(pins).filter(([other]) => !other.startsWith(name));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries([...others, [image, digest]]), null, 2)}\n`);
}

try {
  await main();
} catch (error) {
  const isUsage = error instanceof Error && 'code' in error && String(error.code).startsWith('ERR_PARSE_ARGS');
  if (isUsage) console.error(`${error.message}\n\n${USAGE}`);
  else console.error(error instanceof UserError ? error.message : error);
  process.exitCode = 1;
}
