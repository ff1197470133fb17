// Plain JavaScript, as an old Node has to be able to say that it is too old.
const [major = 0] = process.versions.node.split('.').map(Number);
if (major < 24) {
  console.error(
    `This needs Node.js 24 or newer, but runs on ${process.versions.node}. On Linux, \`npm ci\` brings it along; elsewhere install Node.js 24.`,
  );
  process.exit(1);
}
