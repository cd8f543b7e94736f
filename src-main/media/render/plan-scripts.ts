/** The scripts of a delivery that other machines render: for any sh, with nothing but ffmpeg. */
import { alwaysArgs } from '../ffmpeg/ffmpeg.ts'

/** One argument, whatever is in it. */
export function quoted(text: string): string {
  return /^[\w@%+=:,./-]+$/.test(text) ? text : `'${text.replaceAll('\'', '\'\\\'\'')}'`
}

export interface JobScript {
  /** What it makes, for people. */
  readonly title: string
  /** In the folder `work`. */
  readonly output: string
  /** Arguments of ffmpeg; the last of each is what it writes, and the last command writes `output`. */
  readonly commands: readonly (readonly string[])[]
  readonly ffmpegVersion: string
}

const ffmpeg = `"$ffmpeg" ${alwaysArgs.join(' ')} -v error`

/** Two runs of the same job never write to the same file, and what was killed leaves nothing under a final name. */
export function jobScript({ title, output, commands, ffmpegVersion }: JobScript): string {
  const before = commands.slice(0, -1).flatMap(args => args.at(-1) ?? [])
  const word = (arg: string): string => arg === output ? '"$part"' : before.includes(arg) ? `"$part.${before.indexOf(arg)}"` : quoted(arg)
  return `#!/bin/sh
# ${title}. Does nothing when that is there already.
set -eu
cd "$(dirname "$0")/../work"
out=${quoted(output)}
if [ -f "$out" ]; then exit 0; fi
${chooseFfmpeg(ffmpegVersion)}
part=$out.$(uname -n).$$.part
trap 'rm -f "$part" "$part".*' EXIT
trap 'exit 143' HUP INT TERM
${commands.map(args => `${ffmpeg} ${args.map(word).join(' ')}`).join('\n')}
mv "$part" "$out"
`
}

function chooseFfmpeg(version: string): string {
  return `ffmpeg=\${FFMPEG_BIN:-ffmpeg}
found=$("$ffmpeg" -version | sed -n '1s/^ffmpeg version \\([^ ]*\\).*/\\1/p')
if [ "$found" != ${quoted(version)} ]; then
  echo "ffmpeg $found is used here, and "${quoted(version)}" where this was planned: the parts may not fit together" >&2
fi`
}

/** `here` is the folder of the script, or, where Slurm runs a copy of it, the one that it was submitted from. */
const findHere = `here=$(dirname "$0")
if [ ! -f "$here/commands.txt" ]; then here=\${SLURM_SUBMIT_DIR:-.}; fi
cd "$here"`

export function joinScript({ args, film, soundFile, frames, ending, ffmpegVersion }: {
  readonly args: readonly string[]
  /** Its name next to the script. */
  readonly film: string
  /** In the folder `work`. */
  readonly soundFile: string
  readonly frames: number
  /** A file in the folder `work` that the film ends with. */
  readonly ending: string | null
  readonly ffmpegVersion: string
}): string {
  return `#!/bin/sh
# Joins what the commands have made to ${film}. Does nothing when that is there already.
set -eu
${findHere}
if [ -f ${quoted(film)} ]; then exit 0; fi
cd work
missing=0
for name in $(sed -n "s/^file '\\(.*\\)'$/\\1/p" segments.txt) ${soundFile}; do
  if [ ! -f "$name" ]; then echo "work/$name is missing: run its command again" >&2; missing=1; fi
done
if [ "$missing" = 1 ]; then exit 1; fi
${chooseFfmpeg(ffmpegVersion)}
part=film.$(uname -n).$$.part
trap 'rm -f "$part"' EXIT
trap 'exit 143' HUP INT TERM
${ffmpeg} ${args.map(quoted).join(' ')} "$part"
frames=$("$ffmpeg" -hide_banner -nostdin -v error -f mov -i "$part" -map 0:v:0 -c copy -f framecrc - | grep -c '^0,')
if [ "$frames" != ${frames} ]; then
  echo "The film has $frames frames instead of ${frames}: delete work/segment-*.mp4 and run the commands again" >&2
  exit 1
fi
${ending === null
  ? ''
  : `cat ${quoted(ending)} >> "$part"
`}mv "$part" ../${quoted(film)}
rm -f ./*.part
`
}

/** For \`sbatch --array\`: runs the line with the number of the task. */
export const arrayScript = `#!/bin/sh
#SBATCH --job-name=takeroom
# Runs one line of commands.txt: the one with the number of this task of the array.
set -eu
${findHere}
line=$(sed -n "\${SLURM_ARRAY_TASK_ID}p" commands.txt)
if [ -z "$line" ]; then echo "commands.txt has no line $SLURM_ARRAY_TASK_ID" >&2; exit 1; fi
exec sh -c "$line"
`

export function readMe(
  { jobs, film, ffmpegVersion }: { readonly jobs: number, readonly film: string, readonly ffmpegVersion: string },
): string {
  return `A delivery of Takeroom, to be rendered on any machines that have sh and ffmpeg (planned with ${ffmpegVersion};
use the same everywhere). The folder can be moved; the machines must share it.

Here:            sh -e commands.txt && sh join.sh
GNU Parallel:    parallel --joblog joblog.txt --resume-failed -S host1,host2 --workdir "$PWD" < commands.txt && sh join.sh
Slurm:           job=$(sbatch --parsable --array=1-${jobs} job.sh) && sbatch --dependency=afterok:$job join.sh

commands.txt has one job in each line, in any order and as often as you like: what is there already is not made again.
join.sh writes ${film}, or says what is missing. FFMPEG_BIN names another ffmpeg.
`
}
