import { parseArgs } from 'node:util';
import { ECRClient } from '@aws-sdk/client-ecr';
import { UserError } from '../local/terminal/user-error.ts';
import { specFiles } from '../specs/catalogue.ts';
import { parseSpec } from '../specs/schema.ts';
import { EcrImageStore } from './ecr-image-store.ts';
import { type MirroredImage, mirrorImage, PLATFORMS } from './mirror-image.ts';
import { runCommand, sourceCredentials } from './terminal.ts';

const USAGE = `npm run mirror-image -- --spec ID | --image REFERENCE [options]

Copies an image into Amazon ECR of the account and Region of your credentials, and prints its digest.

  --spec ID           the image of a sandbox spec (infra/specs)
  --image REFERENCE   any other image: ghcr.io/owner/name:tag
  --repository NAME   its repository in ECR (default: the name of the source)
  --tag TAG           its tag in ECR (default: the tag of the source)
  --platform A,B      of an image for several platforms (default: ${PLATFORMS.join(',')})
  --json              print one line of JSON on stdout and nothing else there

REGISTRY_USERNAME and REGISTRY_PASSWORD sign in to the source, for an image that is not public.`;

const options = {
  spec: { type: 'string' },
  image: { type: 'string' },
  repository: { type: 'string' },
  tag: { type: 'string' },
  platform: { type: 'string' },
  json: { type: 'boolean', default: false },
  help: { type: 'boolean', default: false },
} as const;

async function main(): Promise<void> {
  const { values } = parseArgs({ options });
  if (values.help) return console.log(USAGE);
  const mirrored = await mirrorImage({
    image: imageOf(values.spec, values.image),
    repository: values.repository,
    tag: values.tag,
    platforms: values.platform?.split(',').map((part) => part.trim()),
    sourceCredentials: sourceCredentials(),
    store: new EcrImageStore(new ECRClient({})),
    log: (line) => console.error(line),
  });
  console.log(values.json ? jsonOf(mirrored) : reportOf(mirrored, values.spec));
}

/** @throws UserError unless exactly one of the two is given */
function imageOf(specId: string | undefined, image: string | undefined): string {
  if ((specId === undefined) === (image === undefined)) {
    throw new UserError(`Name either a spec or an image.\n\n${USAGE}`);
  }
  if (image !== undefined) return image;
  const source = specFiles[specId ?? ''];
  if (source === undefined) {
    throw new UserError(`There is no sandbox spec '${specId}' (there are ${Object.keys(specFiles).join(', ')}).`);
  }
  const spec = parseSpec(specId ?? '', source);
  if (!spec.aws) throw new UserError(`The sandbox spec '${spec.id}' runs only locally: it has no image.`);
  return spec.image;
}

function jsonOf({ image, digest, sourceDigest, copiedBlobs, presentBlobs }: MirroredImage): string {
  return JSON.stringify({
    image,
    digest,
    source_digest: sourceDigest,
    copied_blobs: copiedBlobs,
    present_blobs: presentBlobs,
  });
}

function reportOf({ image, digest, sourceDigest, copiedBlobs, presentBlobs }: MirroredImage, spec = 'ID'): string {
  const changed = `Platforms were left out, so the digest differs from the source's, ${sourceDigest}.\n`;
  return `${image}
${copiedBlobs} blobs were copied; ${presentBlobs} were there already.
${digest === sourceDigest ? '' : changed}
To use it, set this for the stage in cdk.json ("context", "stages") and deploy:

    "images": { "${spec}": "${image}" }`;
}

await runCommand(main, USAGE);
