import { extname } from 'node:path';

/** The build's folder of files with hashed names. */
const ASSETS = 'assets/';

/** @param key of an object, which is the URL path without its first slash */
export const isAsset = (key: string): boolean => key.startsWith(ASSETS);

/** Files with hashed names never change; browsers revalidate every other file. */
export const CACHE_CONTROL = { assets: 'public, max-age=31536000, immutable', pages: 'no-cache' } as const;

export const cacheControlOf = (key: string): string => (isAsset(key) ? CACHE_CONTROL.assets : CACHE_CONTROL.pages);

export function contentTypeOf(key: string): string {
  return types[extname(key)] ?? 'application/octet-stream';
}

const types: Readonly<Record<string, string>> = {
  '.css': 'text/css; charset=utf-8',
  '.html': 'text/html; charset=utf-8',
  '.ico': 'image/x-icon',
  '.js': 'text/javascript; charset=utf-8',
  '.json': 'application/json',
  '.png': 'image/png',
  '.svg': 'image/svg+xml',
  '.ttf': 'font/ttf',
  '.wasm': 'application/wasm',
  '.webmanifest': 'application/manifest+json',
  '.woff': 'font/woff',
  '.woff2': 'font/woff2',
};

/**
 * The prefix of the tags of a bucket by which the CDK's copier, which 0.1.0 used, finds out whether a bucket is in use.
 * Without one, it would delete the files when an upgrade removes its resource.
 */
export const COPIER_TAG = 'aws-cdk:cr-owned';

/** The tag of a bucket whose files this version copied. */
export const OWNER_TAG = `${COPIER_TAG}:${ASSETS.slice(0, -1)}:console-files`;
