import { chmod, mkdir, writeFile } from 'node:fs/promises';
import { dirname } from 'node:path';

/** Writes an executable shell script. */
export async function script(path: string, lines: readonly string[]): Promise<string> {
  await mkdir(dirname(path), { recursive: true });
  await writeFile(path, `#!/bin/sh\n${lines.join('\n')}\n`);
  await chmod(path, 0o755);
  return path;
}

/** A `uv` that makes an environment whose program works, and says what it was asked for. */
export const workingUv = [
  'PATH=/usr/bin:/bin',
  'echo "$@" >> "$0.log"',
  'if [ "$1" = venv ]; then',
  '  mkdir -p "$4/bin" && printf "#!/bin/sh\\nenv > \\"\\$0.env\\"\\n" > "$4/bin/agent-server"',
  '  chmod 755 "$4/bin/agent-server"',
  'fi',
];
