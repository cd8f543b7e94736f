/**
 * Ends every ffmpeg of a studio that was killed, which would continue encoding without a reader. On Windows Node binds its children
 * to itself. Elsewhere a shell, which has the studio's end of a pipe, is told which programs run; when the pipe closes it ends those that
 * are left.
 */
import type { ChildProcess } from 'node:child_process'
import type { Writable } from 'node:stream'
import { spawn } from 'node:child_process'
import process from 'node:process'
import { childEnvironment } from '../../base/child-environment.ts'

/** Reads `+ PID` and `- PID`. */
const script = `
trap '' HUP INT TERM
pids=
while read -r sign pid; do
  left=
  for each in $pids; do
    if [ "$each" != "$pid" ]; then left="$left $each"; fi
  done
  pids=$left
  if [ "$sign" = + ]; then pids="$pids $pid"; fi
done
for pid in $pids; do kill -9 "$pid" 2>/dev/null; done
`

let guardian: Writable | null = null

/** Until the child has ended. Never throws: without a guardian it is only that a killed studio leaves it behind. */
export function guard({ pid }: Pick<ChildProcess, 'pid'>): { readonly end: () => void } {
  if (pid === undefined || process.platform === 'win32')
    return { end: () => {} }
  const pipe = guardian ??= start()
  pipe.write(`+ ${pid}\n`)
  return { end: () => void pipe.write(`- ${pid}\n`) }
}

/** In its own session, so that Ctrl+C does not reach it; neither it nor its pipe keeps the studio open. */
function start(): Writable {
  const shell = spawn('/bin/sh', ['-c', script], { detached: true, env: childEnvironment(), stdio: ['pipe', 'ignore', 'ignore'] })
  const { stdin } = shell
  const forget = (): void => {
    guardian = guardian === stdin ? null : guardian
  }
  shell.on('error', forget).on('exit', forget)
  stdin.on('error', forget)
  shell.unref()
  // A pipe of a child is a socket.
  if ('unref' in stdin && typeof stdin.unref === 'function')
    stdin.unref()
  return stdin
}
