import { readFileSync, writeFileSync } from 'node:fs';
import { UserError } from '../local/terminal/user-error.ts';
import { parseImage } from './image-reference.ts';
import { Registry } from './registry.ts';
import type { RegistryCredentials } from './registry-session.ts';

/** The digest that a tag names now, by the manifest itself and not by what the registry says of it. @throws UserError */
export async function digestOf(image: string, credentials?: RegistryCredentials): Promise<string> {
  const { registry, repository, tag, digest } = parseImage(image);
  if (tag === undefined || digest !== undefined) throw new UserError(`'${image}' is named by its digest already.`);
  return (await new Registry(registry, repository, 'pull', credentials).manifest(tag)).digest;
}

/** Writes a pin, and removes that of other tags of the same image. */
export function writePin(file: string, image: string, digest: string): void {
  const name = image.slice(0, image.lastIndexOf(':') + 1);
  const pins: Record<string, unknown> = JSON.parse(readFileSync(file, 'utf8'));
  const others = Object.entries(pins).filter(([other]) => !other.startsWith(name));
  writeFileSync(file, `${JSON.stringify(Object.fromEntries([...others, [image, digest]]), null, 2)}\n`);
}
