import { firstProcess } from './first-process.ts';
import type { View } from './visible-paths.ts';

/** The command line of bubblewrap that shows a command no more than a view. */
export function bubblewrapCommand(bwrap: string, view: View, command: readonly string[]): string[] {
  return [
    bwrap,
    ...['--unshare-user', '--unshare-pid', '--unshare-ipc', '--as-pid-1', '--cap-drop', 'ALL'],
    // First, as what is visible may lie in them.
    ...['--tmpfs', '/tmp', '--tmpfs', '/var/tmp', '--dir', '/run', '--dir', '/mnt'],
    ...view.readOnly.flatMap(({ from, to }) => ['--ro-bind', from, to]),
    ...view.links.flatMap(({ path, target }) => ['--symlink', target, path]),
    ...view.hidden.flatMap((path) => ['--tmpfs', path]),
    ...['--proc', '/proc', '--dev', '/dev'],
    ...view.frozen.flatMap((path) => ['--ro-bind', path, path]),
    ...[view.workspace, '/workspace'].flatMap((path) => ['--bind', view.workspace, path]),
    ...['--chdir', view.workspace, '--'],
    ...firstProcess(command),
  ];
}
