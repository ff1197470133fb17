import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { settingsFor } from '../config.ts';
import { specsFor } from '../specs/catalogue.ts';
import { resourcesOf } from './cost/deployed.ts';
import { costPage } from './cost/page.ts';

/** The page docs/cost.md, from the templates of the stages dev and prod; it needs neither an account nor a build. */

const FILE = join(import.meta.dirname, '../../docs/cost.md');

const [spec] = specsFor(settingsFor((key) => (key === 'stage' ? 'prod' : undefined)));
const page = costPage({ dev: resourcesOf('dev'), prod: resourcesOf('prod'), spec });
const isCheck = process.argv.includes('--check');
if (isCheck && (await readFile(FILE, 'utf8').catch(() => '')) !== page) {
  console.error('docs/cost.md is not current: run `npm run cost` and commit it.');
  process.exitCode = 1;
} else if (!isCheck) await writeFile(FILE, page);
