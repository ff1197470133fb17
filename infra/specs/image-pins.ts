import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import * as z from 'zod';
import { agentVersions } from '../../shared/contract/shapes/agent-versions.ts';

/** Digests of images by tag. `npm run pin-image` writes them. */
export const PINS_FILE = join(import.meta.dirname, 'image-pins.json');

export const DIGEST = /^sha256:[0-9a-f]{64}$/;
const Pins = z.record(z.string().regex(/^[^\s@]+:[\w][\w.-]*$/), z.string().regex(DIGEST));
type Pins = z.infer<typeof Pins>;

/** @throws when the file is invalid */
export function readPins(file = PINS_FILE): Pins {
  return Pins.parse(JSON.parse(readFileSync(file, 'utf8')));
}

/** The image by digest if it is pinned, or else by tag. */
export function pinned(image: string, pins = readPins()): string {
  const digest = Object.hasOwn(pins, image) ? pins[image] : undefined;
  return digest === undefined ? image : `${image.slice(0, image.lastIndexOf(':'))}@${digest}`;
}

/** The image of the offered release. */
export const OPENHANDS_IMAGE = `ghcr.io/openhands/agent-server:${agentVersions.offered}-python`;
