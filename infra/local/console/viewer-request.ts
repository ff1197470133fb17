import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { runInNewContext } from 'node:vm';

const functions = join(import.meta.dirname, '..', '..', 'console');

/**
 * The path of the file to which a function of CloudFront leads a path, percent-encoded as the request has it.
 *
 * @param page of the app or of the API's reference
 */
export function viewerRequest(page: 'app' | 'reference'): (uri: string) => string {
  const handler = runInNewContext(`${readFileSync(join(functions, `${page}-request.js`), 'utf8')}; handler`);
  return (uri) => handler({ request: { uri } }).uri;
}
