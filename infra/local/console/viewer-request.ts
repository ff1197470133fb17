import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const source = join(import.meta.dirname, '..', '..', 'console', 'viewer-request.js');

/** The path of the file to which CloudFront's function leads a path, percent-encoded as the request has it. */
export function viewerRequest(): (uri: string) => string {
  const handler = runInNewContext(`${readFileSync(source, 'utf8')}; handler`);
  return (uri) => handler({ request: { uri } }).uri;
}
