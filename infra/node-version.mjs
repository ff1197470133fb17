// Plain JavaScript, so that an old Node.js can report that it is too old. `npm ci` installs Node.js 24 on Linux, and
// npm runs scripts with it; elsewhere the installed Node.js has to be new enough.
import { readFileSync } from 'node:fs';

const { engines } = JSON.parse(readFileSync(new URL('../package.json', import.meta.url), 'utf8'));
const wanted = engines.node.match(/\d+/g).map(Number);
const found = process.versions.node.split('.').map(Number);
const first = wanted.findIndex((part, at) => part !== found[at]);

if (first !== -1 && found[first] < wanted[first]) {
  console.error(
    `This project needs Node.js ${wanted.join('.')} or newer, but runs on ${process.versions.node}. ` +
      'On Linux, run `npm ci`, which installs it. On other systems, install Node.js 24.',
  );
  process.exit(1);
}
