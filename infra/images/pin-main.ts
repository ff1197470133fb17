import { parseArgs } from 'node:util';
import { PINS_FILE } from '../specs/image-pins.ts';
import { OPENHANDS_IMAGE } from '../specs/openhands-image.ts';
import { digestOf, writePin } from './pin-image.ts';
import { runCommand, sourceCredentials } from './terminal.ts';

const USAGE = `npm run pin-image -- [--image REFERENCE] [--write]

Looks up which digest the tag of the default sandbox spec's image names now, and prints it.

  --image REFERENCE   another image by its tag: ghcr.io/owner/name:tag
  --write             also write it into infra/specs/image-pins.json, from which the spec takes it
  --file FILE         that file at another place

REGISTRY_USERNAME and REGISTRY_PASSWORD sign in, for an image that is not public.`;

const options = {
  image: { type: 'string', default: OPENHANDS_IMAGE },
  write: { type: 'boolean', default: false },
  file: { type: 'string', default: PINS_FILE },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const digest = await digestOf(values.image, sourceCredentials());
  if (values.write) writePin(values.file, values.image, digest);
  console.log(`${values.image} is ${digest}`);
  console.log(values.write ? `Written to ${values.file}.` : 'To pin the spec to it, add --write and commit the file.');
}

await runCommand(main, USAGE);
