import { assignments, inConversation, scratchDirectory } from '../../../../platform/shell.ts';

/** Prints where the archive of a history may be left: agent servers take files by absolute paths alone. */
export function historyPlaceScript(): string {
  return `${scratchDirectory}
find "$scratch" -maxdepth 1 -name 'recording-*' -mmin +10 -exec rm -f {} +
cd -- "$scratch" && pwd -P`;
}

/** Unpacks events into a conversation's directory, over an earlier try, unless the agent server has it. */
export function unpackHistoryScript(hexId: string, archive: string): string {
  return `${scratchDirectory}
${inConversation(hexId)}
${assignments({ archive })}
trap 'rm -f -- "$scratch/$archive"' EXIT
[ ! -e "$directory/meta.json" ] || exit 0
rm -rf -- "$directory/events.new" "$directory/events" && mkdir -p -- "$directory/events.new" || exit 1
tar -xf "$scratch/$archive" -C "$directory/events.new" && mv -- "$directory/events.new" "$directory/events"`;
}
