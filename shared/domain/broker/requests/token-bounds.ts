/** The parts of a request that decide how many tokens it can have. */
interface Found {
  pictures: number;
  /** Whether the provider adds something that the request only names. */
  isUnbounded: boolean;
  /** Whether the provider keeps something in its cache for longer than the price of the model says. */
  hasLongCache: boolean;
}

/** What a request can have at most. */
export interface InputBounds {
  /** A number that no provider exceeds: a token is at least one byte of text. Null if it has contents of elsewhere. */
  readonly inputTokensAtMost: number | null;
  readonly hasLongCache: boolean;
}

/** Pictures compress so well that their bytes are no bound. The largest count of any provider is below this. */
const PICTURE_TOKENS = 50_000;

/** What providers add to a request by themselves, and to each of its tools. */
const ADDED_TOKENS = 2_000;
const ADDED_TOOL_TOKENS = 1_000;

/** Names of members whose values stand for contents that the provider has or fetches. */
const references = new Set([
  'audio_url',
  'cached_content',
  'cachedContent',
  'conversation',
  'document_url',
  'file_id',
  'file_url',
  'previous_response_id',
  'prompt_id',
  'vector_store_ids',
  'video_url',
]);

/** Contents that can hold more text than they have bytes, or that the provider has. */
const unbounded = new Set([
  'container_upload',
  'file',
  'image_file',
  'input_file',
  'input_video',
  'item_reference',
  'video',
]);

/** @param bytes the size of the request as it is sent */
export function inputBounds(body: Readonly<Record<string, unknown>>, bytes: number): InputBounds {
  const found: Found = { pictures: 0, isUnbounded: false, hasLongCache: false };
  visit(body, found);
  const { hasLongCache } = found;
  // A stored prompt of the provider.
  if (found.isUnbounded || isObject(body.prompt)) return { inputTokensAtMost: null, hasLongCache };
  const tools = Array.isArray(body.tools) ? body.tools.length : 0;
  const added = ADDED_TOKENS + tools * ADDED_TOOL_TOKENS + found.pictures * PICTURE_TOKENS;
  return { inputTokensAtMost: bytes + added, hasLongCache };
}

/** The body has a bounded depth. What looks like a picture in other places only makes the number larger. */
function visit(value: unknown, found: Found): void {
  if (typeof value !== 'object' || value === null) return;
  if (!Array.isArray(value)) look(value as Readonly<Record<string, unknown>>, found);
  for (const child of Object.values(value)) visit(child, found);
}

function look(value: Readonly<Record<string, unknown>>, found: Found): void {
  const { type, source, cache_control: cache } = value;
  if (isObject(cache) && isGiven(cache.ttl) && cache.ttl !== '5m') found.hasLongCache = true;
  for (const name of Object.keys(value)) if (references.has(name) && isGiven(value[name])) found.isUnbounded = true;
  if (typeof type !== 'string') return;
  if (unbounded.has(type)) found.isUnbounded = true;
  if (type === 'image_url' || type === 'input_image' || type === 'computer_screenshot')
    lookAtPicture(urlOf(value.image_url), found);
  if (type === 'image') {
    if (isObject(source) && source.type === 'base64') found.pictures += 1;
    else found.isUnbounded = true;
  }
  if (type === 'document' && isObject(source) && source.type !== 'text' && source.type !== 'content')
    found.isUnbounded = true;
}

/** A picture in the request itself, or one that the provider fetches. */
function lookAtPicture(url: unknown, found: Found): void {
  if (typeof url === 'string' && /^data:image\//i.test(url)) found.pictures += 1;
  else found.isUnbounded = true;
}

function urlOf(image: unknown): unknown {
  return isObject(image) ? image.url : image;
}

function isGiven(value: unknown): boolean {
  return value !== null && value !== undefined && (typeof value !== 'object' || !isEmptyList(value));
}

function isEmptyList(value: object): boolean {
  return Array.isArray(value) && value.length === 0;
}

function isObject(value: unknown): value is Readonly<Record<string, unknown>> {
  return typeof value === 'object' && value !== null && !Array.isArray(value);
}
