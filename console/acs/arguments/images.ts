import { open } from 'node:fs/promises';
import type { components } from '../../../shared/client/api-types.ts';
import type { ServiceClient } from '../../../shared/client/service-client.ts';
import { wrongUsage } from '../output/failure.ts';

export const imageOption = {
  image: {
    type: 'string',
    array: true,
    // Otherwise it would take the message that follows.
    nargs: 1,
    requiresArg: true,
    describe: 'Picture for the message: a PNG, JPEG, GIF or WebP file; repeatable',
  },
} as const;

/** The size of the largest picture: as a data URL it has 9 MB, the limit for all pictures of a message. */
const MAX_BYTES = 6_700_000;

/** The pictures of files as data URLs. @throws Failure (usage) that names the file */
export async function picturesOf(files: readonly string[] | undefined = []): Promise<readonly string[]> {
  const pictures: string[] = [];
  for (const file of files) {
    const bytes = await contentOf(file);
    const type = typeOf(bytes);
    if (type === undefined) throw wrongUsage(`${file} is not a PNG, JPEG, GIF or WebP picture.`);
    pictures.push(`data:image/${type};base64,${bytes.toString('base64')}`);
  }
  return pictures;
}

/** The content of a message with its pictures, uploaded where they are large. @throws ApiProblem */
export async function contentWith(client: ServiceClient, text: string, pictures: readonly string[]): Promise<Content> {
  const words = { type: 'text' as const, text };
  if (pictures.length === 0) return [words];
  return [words, { type: 'image', image_urls: await client.imageUrls(pictures) }];
}

type Content = NonNullable<components['schemas']['SendMessageRequest']['content']>;

async function contentOf(file: string): Promise<Buffer> {
  try {
    await using opened = await open(file);
    const { size } = await opened.stat();
    if (size > MAX_BYTES) throw wrongUsage(`${file} has ${size} bytes. A picture can have ${MAX_BYTES}.`);
    return await opened.readFile();
  } catch (error) {
    if (error instanceof Error && 'code' in error) throw wrongUsage(`Cannot read ${file}: ${error.message}`);
    throw error;
  }
}

function typeOf(bytes: Buffer): string | undefined {
  const begins = bytes.toString('latin1', 0, 12);
  if (begins.startsWith('\x89PNG\r\n\x1a\n')) return 'png';
  if (begins.startsWith('\xff\xd8\xff')) return 'jpeg';
  if (/^GIF8[79]a/.test(begins)) return 'gif';
  return /^RIFF.{4}WEBP/s.test(begins) ? 'webp' : undefined;
}
