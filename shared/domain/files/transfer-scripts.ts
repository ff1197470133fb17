import { PART_BYTES } from '../../contract/shapes/sandbox-files.ts';
import { putInPlace } from './put-in-place.ts';
import { STAGING, sweepStaging } from './staging.ts';
import { transferExits } from './transfer-failures.ts';

/** The most transfers of a sandbox at a time. */
const MOST_TRANSFERS = 100;

/** Enters the directory of a transfer. `$root` is the disk. */
const enter = `root=$(pwd -P)
cd -- "${STAGING}/$id" 2>/dev/null && [ -f info ] || exit ${transferExits.noTransfer}`;

/**
 * Prints what a transfer is and how far it got. A job holds its lock while it lives: one whose sandbox was stopped has
 * failed.
 */
const report = `if [ "$(cat state)" = working ] && command -v flock >/dev/null && flock -n lock true; then
  [ "$(cat state)" != working ] || { echo 'failed 143' > state.new && mv -f state.new state; }
fi
cat info state
stat -c %s data 2>/dev/null || echo -
ls parts 2>/dev/null | tr '\\n' ' '
echo
tail -c 500 error 2>/dev/null || :`;

/** Paths of a job are used in another directory than the one they are relative to. */
const absolute = (name: string) => `case "$${name}" in /*) ;; *) ${name}="$root/$${name}" ;; esac`;

/** Runs `$job` detached, and waits `$patience` tenths of a second for its end. */
const start = `exec 9>lock
if ! command -v flock >/dev/null || flock -n 9; then
  echo working > state
  export id root dest mode modified overwrite source max_bytes max_entries
  runner=
  command -v setsid >/dev/null && runner=setsid
  $runner sh -c "$job" >/dev/null 2>error </dev/null &
fi
exec 9>&-
n=0
while [ "$(cat state)" = working ] && [ $n -lt "$patience" ]; do sleep 0.1; n=$((n + 1)); done`;

/** Records how the job ended. What it staged is deleted first, as the disk can be full. */
const jobBegin = `LC_ALL=C; export LC_ALL
trap 'code=$?
if [ $code = 0 ]; then s=done; else rm -rf -- tree data; s="failed $code"; fi
echo "$s" > state.new && mv -f state.new state' EXIT
trap 'exit 143' HUP INT TERM`;

const uploadedFile = `${jobBegin}
identity= exclusive=
[ -n "$overwrite" ] || exclusive=1
${putInPlace}
put_in_place data
rm -rf -- parts`;

/**
 * Unpacks into an empty directory, where tar writes through no link, and moves it. An archive is read three times, so
 * that its size and its number of entries are known before anything is written.
 */
const uploadedFolder = `${jobBegin}
${putInPlace}
case "$(od -An -N2 -tx1 data | tr -d ' \\n')" in
  1f8b) unpacked() { gzip -dc -- data; } ;;
  *) unpacked() { cat -- data; } ;;
esac
[ "$(unpacked | head -c $((max_bytes + 1)) | wc -c)" -le "$max_bytes" ] || exit ${transferExits.tooLarge}
[ "$(unpacked | tar -tf - | head -n $((max_entries + 1)) | wc -l)" -le "$max_entries" ] || exit ${transferExits.tooManyEntries}
rm -rf -- tree && mkdir -- tree || exit 1
(ulimit -f $((max_bytes / 512 + 1)); unpacked | tar -xpf - -C tree --no-same-owner) || {
  ! grep -qE 'No space left|Disk quota|Permission denied' error || exit 1
  exit ${transferExits.badArchive}
}
[ -z "$(find tree ! -type f ! -type d ! -type l -print -quit)" ] || exit ${transferExits.specialInside}
resolve_link
if [ -e "$dest" ]; then
  [ -d "$dest" ] || exit ${transferExits.notDirectory}
  [ -n "$overwrite" ] || exit ${transferExits.exists}
  cp -alfT --remove-destination -- tree "$dest" 2>/dev/null || cp -afT --remove-destination -- tree "$dest" || exit 1
else
  make_parent
  mv -nT -- tree "$dest" || exit 1
fi
rm -rf -- tree data parts`;

/** `tar` ends with 1 when a file changed while it was read. */
const packedFolder = `${jobBegin}
cd -- "$source" || exit ${transferExits.notReadable}
set -- $(find . -printf '%s\\n' | awk '{ n++; s += $1 } END { printf "%.0f %.0f", n, s }')
[ "\${2:-0}" -le "$max_bytes" ] || { cd -- "$root/${STAGING}/$id"; exit ${transferExits.tooLarge}; }
[ "\${1:-0}" -le "$max_entries" ] || { cd -- "$root/${STAGING}/$id"; exit ${transferExits.tooManyEntries}; }
cd -- "$root/${STAGING}/$id" || exit 1
skip='--exclude=./.transfers'
[ "$source" -ef "$root" ] || skip='--no-recursion --recursion'
ulimit -f $((max_bytes / 512 + 1))
tar $skip -I 'gzip -1' -cf data.part -C "$source" .
[ $? -le 1 ] || { rm -f data.part; exit 1; }
mv -f data.part data`;

const packedFile = `${jobBegin}
ln -LT -- "$source" data 2>/dev/null || cp -T -- "$source" data`;

/** Makes the directory of a transfer. An upload needs its size on the disk. */
export const createUpload = `${sweepStaging}
[ "$(ls ${STAGING} | wc -l)" -lt ${MOST_TRANSFERS} ] || exit ${transferExits.tooMany}
${putInPlace}
resolve_link
if [ "$kind" = file ]; then
  [ ! -d "$dest" ] || exit ${transferExits.directory}
  [ ! -e "$dest" ] || [ -f "$dest" ] || exit ${transferExits.special}
else
  [ ! -e "$dest" ] || [ -d "$dest" ] || exit ${transferExits.notDirectory}
fi
[ -n "$overwrite" ] || [ ! -e "$dest" ] || exit ${transferExits.exists}
free=$(df -Pk ${STAGING} | awk 'NR == 2 { print $4 }')
[ "$size" -le $((free * 1024)) ] || exit ${transferExits.diskFull}
mkdir -m 700 -- "${STAGING}/$id" && cd -- "${STAGING}/$id" || exit 1
: > data && mkdir parts && echo open > state && printf '%s\\n' "$info" > info || exit 1
${report}`;

/** Packs a folder in the background. A file gets a second name, as the agent server reads only paths that are text. */
export const createDownload = `${sweepStaging}
[ "$(ls ${STAGING} | wc -l)" -lt ${MOST_TRANSFERS} ] || exit ${transferExits.tooMany}
[ -e "$source" ] || { [ ! -L "$source" ] || exit ${transferExits.link}; exit ${transferExits.missing}; }
if [ "$kind" = file ]; then [ -f "$source" ] || exit ${transferExits.special}
else [ -d "$source" ] || exit ${transferExits.notDirectory}; fi
root=$(pwd -P)
${absolute('source')}
mkdir -m 700 -- "${STAGING}/$id" && cd -- "${STAGING}/$id" || exit 1
echo open > state && printf '%s\\n' "$info" > info || exit 1
[ "$kind" = file ] && job=$file_job || job=$folder_job
${start}
${report}`;

export const downloadJobs = { file_job: packedFile, folder_job: packedFolder } as const;

export const getTransfer = `${enter}
${report}`;

/** Writes an uploaded part to its place in the file, and marks it as received. The directory's time keeps it a day. */
export const addPart = `fail() { rm -f -- "$part"; exit "$1"; }
part="$(pwd -P)/${STAGING}/$part"
${enter.replace(`exit ${transferExits.noTransfer}`, `fail ${transferExits.noTransfer}`)}
[ "$(cat state)" = open ] || fail ${transferExits.notOpen}
dd if="$part" of=data bs=${PART_BYTES} seek="$number" conv=notrunc 2>error || { cat error >&2; fail 1; }
: > "parts/$number" && touch . || fail 1
rm -f -- "$part"`;

/** Starts the job once all parts are there. A job that runs or has ended stays. */
export const completeUpload = `${enter}
if [ "$(cat state)" = open ]; then
  [ "$(ls parts | wc -l)" -eq "$parts_needed" ] && [ "$(stat -c %s data)" -eq "$size" ] || exit ${transferExits.incomplete}
  ${absolute('dest')}
  [ "$kind" = file ] && job=$file_job || job=$folder_job
${start}
fi
${report}`;

export const uploadJobs = { file_job: uploadedFile, folder_job: uploadedFolder } as const;

/** The directory is renamed first, so that a job that still runs finds none to put in place. */
export const deleteTransfer = `[ -f "${STAGING}/$id/info" ] || exit ${transferExits.noTransfer}
mv -T -- "${STAGING}/$id" "${STAGING}/deleted-$id" || exit 1
rm -rf -- "${STAGING}/deleted-$id" >/dev/null 2>&1 </dev/null &`;
