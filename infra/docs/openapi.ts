import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { openapi } from './openapi/document.ts';

const FILE = join(import.meta.dirname, '../../docs/openapi.json');

const text = `${JSON.stringify(openapi(), null, 2)}\n`;
const isCheck = process.argv.includes('--check');
if (isCheck && (await readFile(FILE, 'utf8').catch(() => '')) !== text) {
  console.error('docs/openapi.json is not current: run `npm run openapi` and commit it.');
  process.exitCode = 1;
} else if (!isCheck) await writeFile(FILE, text);
