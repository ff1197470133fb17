import { isObject } from '../base/json.ts';
import type { Fields } from '../http/fields.ts';

export interface TextContent {
  readonly cache_prompt: boolean;
  readonly type: 'text';
  readonly text: string;
}

interface ImageContent {
  readonly cache_prompt: boolean;
  readonly type: 'image';
  readonly image_urls: readonly string[];
}

export type Content = TextContent | ImageContent;

export interface Message {
  readonly role: 'user' | 'assistant';
  readonly content: readonly Content[];
}

export interface SendMessageRequest {
  readonly message: Message;
  readonly run: boolean;
}

export function textContent(text: string): TextContent {
  return { cache_prompt: false, type: 'text', text };
}

/** Reads a user's message. The fields collect its problems. */
export function readUserMessage(fields: Fields): SendMessageRequest {
  const role = fields.string('role') ?? 'user';
  if (role !== 'user') fields.add(['role'], 'literal_error', "Input should be 'user'");
  return { message: { role: 'user', content: readContent(fields) }, run: fields.boolean('run') ?? false };
}

function readContent(fields: Fields): Content[] {
  return (fields.nestedList('content') ?? []).flatMap((item): Content[] => {
    const cache_prompt = item.boolean('cache_prompt') ?? false;
    switch (item.raw('type') ?? (item.has('image_urls') ? 'image' : 'text')) {
      case 'text':
        item.forbidOthers(['cache_prompt', 'type', 'text']);
        item.require('text');
        return [{ cache_prompt, type: 'text', text: item.string('text') ?? '' }];
      case 'image':
        item.forbidOthers(['cache_prompt', 'type', 'image_urls']);
        item.require('image_urls');
        return [{ cache_prompt, type: 'image', image_urls: item.strings('image_urls') ?? [] }];
      default:
        item.add(['type'], 'union_tag_invalid', "Input should be 'text' or 'image'");
        return [];
    }
  });
}

export function isContent(document: unknown): document is readonly Content[] {
  if (!Array.isArray(document)) return false;
  return document.every((item) => {
    if (!isObject(item)) return false;
    if (item.type === 'text') return typeof item.text === 'string';
    return item.type === 'image' && Array.isArray(item.image_urls);
  });
}

/** The texts of a message, joined by line breaks. */
export function textOf(message: Message): string {
  return message.content.flatMap((item) => (item.type === 'text' ? [item.text] : [])).join('\n');
}

export function imageCount(message: Message): number {
  return message.content.reduce((count, item) => count + (item.type === 'image' ? item.image_urls.length : 0), 0);
}
