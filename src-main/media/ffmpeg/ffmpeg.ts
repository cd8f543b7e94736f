/** Finds an ffmpeg, asks once what it can do, and runs it: no shell, always stoppable. */
import type { Capabilities, FfmpegCache, Program } from './ffmpeg-cache.ts'
import type { FfmpegPlaces } from './ffmpeg-places.ts'
import { spawn } from 'node:child_process'
import { constants } from 'node:fs'
import { access, realpath, stat } from 'node:fs/promises'
import { setPriority, constants as system } from 'node:os'
import { childEnvironment } from '../../base/child-environment.ts'
import { ffmpegCandidates } from './ffmpeg-places.ts'
import { isOlderThan, oldestRelease } from './ffmpeg-version.ts'
import { guard } from './guardian.ts'

export interface Ffmpeg {
  readonly path: string
  /** As the program says it: `5.1.9-0+deb12u1`, `7.1`, `N-118193-g5f38c82536`. */
  readonly version: string
  readonly encoders: ReadonlySet<string>
  readonly filters: ReadonlySet<string>
  /**
   * Runs until the program ends. `alwaysArgs` are added in front.
   * Throws FfmpegError when it ends badly, and `signal.reason` when it was aborted, in both cases after the program has ended.
   */
  run: (args: readonly string[], options?: RunOptions) => Promise<RunOutput>
}

export interface RunOptions {
  readonly cwd?: string
  readonly signal?: AbortSignal
  /** Given to the program as `pipe:0`. */
  readonly input?: Uint8Array
  /** Media time written so far. Not called while the program does not know it. */
  readonly onProgress?: (outTimeSeconds: number) => void
  /** Gives the program what others leave of the processor: the page, paid work and renders come first. */
  readonly isBackground?: boolean
  /** Ends the program when it has said nothing for so long; only sensible with `onProgress`. Without it, it may take forever. */
  readonly stallTimeoutMs?: number
  /** Takes `pipe:1` piece by piece; the `stdout` of the result is then empty. */
  readonly onStdout?: (chunk: Buffer) => void
}

export interface RunOutput {
  readonly stdout: Buffer
  /** The end of what the program said, at most 256 kB. */
  readonly stderr: string
}

export class FfmpegError extends Error {
  override readonly name = 'FfmpegError'
  /** Null when the program was killed or never started. */
  readonly exitCode: number | null
  /** The last lines it said. */
  readonly stderr: string
  /** All that it said, at most 256 kB. */
  readonly said: string
  /** True when it did not end by itself. */
  readonly killed: boolean
  /** The signal by which something outside ended it (the system for want of memory, a person); null where that was not so. */
  readonly endedBy: string | null

  constructor(
    message: string,
    how: { exitCode: number | null, stderr: string, said?: string, killed: boolean, endedBy?: string | null, cause?: unknown },
  ) {
    super(message, { cause: how.cause })
    this.endedBy = how.endedBy ?? null
    this.exitCode = how.exitCode
    this.stderr = how.stderr
    this.said = how.said ?? how.stderr
    this.killed = how.killed
  }
}

/** The same program, always behind other work. */
export function inBackground(ffmpeg: Ffmpeg): Ffmpeg {
  return { ...ffmpeg, run: (args, options) => ffmpeg.run(args, { ...options, isBackground: true }) }
}

export interface FfmpegFinder {
  /** The first ffmpeg that exists, may be started, answers and is new enough; null when there is none. */
  find: (places?: FfmpegPlaces) => Promise<Ffmpeg | null>
  /** The first that was passed over because it is too old. */
  findTooOld: (places?: FfmpegPlaces) => Promise<Ffmpeg | null>
}

/**
 * A finder remembers what each program can do, by its path, date and size: asking again is free until it is replaced.
 * With a cache the answer also outlives the process.
 */
export function createFfmpegFinder({ cache }: { cache?: FfmpegCache } = {}): FfmpegFinder {
  const known = new Map<string, Promise<Ffmpeg | null>>()
  const ask = (path: string, program: Program): Promise<Ffmpeg | null> => {
    const key = JSON.stringify([path, program])
    const answer = known.get(key) ?? open(path, program, cache)
    known.set(key, answer)
    return answer
  }
  const first = async (places: FfmpegPlaces, { isTooOld }: { readonly isTooOld: boolean }): Promise<Ffmpeg | null> => {
    for (const path of ffmpegCandidates(places)) {
      const program = await programAt(path)
      const ffmpeg = program === null ? null : await ask(path, program)
      if (ffmpeg && isOlderThan(ffmpeg.version, oldestRelease) === isTooOld)
        return ffmpeg
    }
    return null
  }
  return {
    find: (places = {}) => first(places, { isTooOld: false }),
    findTooOld: (places = {}) => first(places, { isTooOld: true }),
  }
}

/** Null when there is no program, or none that may be started: the next place is tried. */
async function programAt(path: string): Promise<Program | null> {
  try {
    await access(path, constants.X_OK)
    const file = await stat(path)
    return file.isFile() ? { realPath: await realpath(path), sizeBytes: file.size, modifiedMs: file.mtimeMs } : null
  }
  catch {
    return null
  }
}

async function open(path: string, program: Program, cache: FfmpegCache | undefined): Promise<Ffmpeg | null> {
  const cached = await cache?.read(program)
  const capabilities = cached ?? await askCapabilities(path)
  if (!capabilities)
    return null
  if (!cached)
    await cache?.write(program, capabilities)
  return {
    path,
    version: capabilities.version,
    encoders: new Set(capabilities.encoders),
    filters: new Set(capabilities.filters),
    run: (args, options) => runProgram(path, args, options),
  }
}

async function askCapabilities(path: string): Promise<Capabilities | null> {
  const ask = async (question: string) =>
    // The banner flag hides the version line too, so the bare program is asked here.
    (await spawnAndCollect(path, [question], { signal: AbortSignal.timeout(20_000) })).stdout.toString()
  try {
    const [said, encoders, filters] = await Promise.all([ask('-version'), ask('-encoders'), ask('-filters')])
    const version = /^ffmpeg version (\S+)/.exec(said)?.[1]
    return version === undefined
      ? null
      : { version, encoders: namesIn(encoders, /^ [VAS][A-Z.]{5} (\w\S*)/gm), filters: namesIn(filters, /^ [A-Z.]{2,3} (\w+) +\S+->\S+/gm) }
  }
  catch {
    return null // It could not be started or is not ffmpeg: the next place is tried.
  }
}

function namesIn(listing: string, line: RegExp): readonly string[] {
  return [...listing.matchAll(line)].flatMap(match => match[1] ?? [])
}

/**
 * In front of every command. Filters get one thread: `scale` with several draws lines of a wrong colour where their parts meet when it
 * changes the matrix, too (ffmpeg 5.1; BT.601 to BT.709 at the same size or smaller), and other lines with another number of processors.
 */
export const alwaysArgs: readonly string[] = [
  ...['-hide_banner', '-nostdin', '-nostats'],
  ...['-filter_threads', '1', '-filter_complex_threads', '1'],
]

function runProgram(path: string, args: readonly string[], options: RunOptions = {}): Promise<RunOutput> {
  // Progress goes to stderr: stdout may carry media, and a third pipe is not portable.
  const progress = options.onProgress ? ['-progress', 'pipe:2', '-stats_period', '0.25'] : []
  return spawnAndCollect(path, [...alwaysArgs, ...progress, ...args], options)
}

function spawnAndCollect(path: string, args: readonly string[], options: RunOptions): Promise<RunOutput> {
  const { signal } = options
  return new Promise((resolve, reject) => {
    signal?.throwIfAborted()
    const child = spawn(path, args, { cwd: options.cwd, env: childEnvironment(), stdio: 'pipe', windowsHide: true })
    const guarded = guard(child)
    if (options.isBackground && child.pid !== undefined)
      lowerPriority(child.pid)
    const stdout: Buffer[] = []
    const said = createTail(options.onProgress)
    let startFailure: unknown = null
    let isHanging = false
    // The caller deletes unfinished files, so killing at once loses nothing.
    const stop = () => child.kill('SIGKILL')
    const stallTimer = createStallTimer(options.stallTimeoutMs, () => {
      isHanging = true
      stop()
    })
    child.stdout.on('data', stallTimer.isAlive)
    child.stderr.on('data', stallTimer.isAlive)
    signal?.addEventListener('abort', stop, { once: true })
    child.stdout.on('data', options.onStdout ?? ((chunk: Buffer) => stdout.push(chunk)))
    child.stderr.setEncoding('utf8').on('data', said.add)
    // A program that stops reading early says so by its exit code; the broken pipe adds nothing.
    child.stdin.on('error', () => {})
    child.stdin.end(options.input)
    child.on('error', (error) => {
      startFailure = error
    })
    // Not when its pipes close, which something that it started may have kept: by then another program may have its number.
    child.on('exit', guarded.end)
    child.on('close', (exitCode, killedBy) => {
      stallTimer.end()
      signal?.removeEventListener('abort', stop)
      if (signal?.aborted)
        reject(signal.reason)
      else if (exitCode === 0)
        resolve({ stdout: Buffer.concat(stdout), stderr: said.text() })
      else
        reject(failure({ exitCode, killedBy, isHanging, said: said.text(), cause: startFailure }))
    })
  })
}

/**
 * Called before the program starts threads, which inherit its priority. Not the lowest one: while other work uses all cores, a waveform
 * would take minutes, and on Windows it might never be made.
 */
function lowerPriority(pid: number): void {
  try {
    setPriority(pid, system.priority.PRIORITY_BELOW_NORMAL)
  }
  catch {
    // It has ended already, or the system does not allow it. The work is the same.
  }
}

/** Calls back after this time without output. Counts in steps, so that the sleep of a computer does not count. */
function createStallTimer(totalMs: number | undefined, giveUp: () => void): { isAlive: () => void, end: () => void } {
  const steps = 10
  let quiet = 0
  const timer = totalMs === undefined
    ? undefined
    : setInterval(() => {
        if (++quiet > steps)
          giveUp()
      }, totalMs / steps)
  return {
    isAlive() {
      quiet = 0
    },
    end: () => clearInterval(timer),
  }
}

interface Ending { exitCode: number | null, killedBy: string | null, isHanging: boolean, said: string, cause: unknown }

function failure(how: Ending): FfmpegError {
  const lines = how.said.trim().split(/\r?\n/).slice(-20)
  const killed = how.killedBy !== null
  const start = killed
    ? how.isHanging ? 'ffmpeg stalled and was killed' : `ffmpeg was ended by ${how.killedBy}`
    : how.cause ? 'ffmpeg could not be started' : `ffmpeg ended with ${how.exitCode}`
  const exitCode = killed || how.cause ? null : how.exitCode
  // The very last words are often only that it ends; the line before says why.
  const why = lines.findLast(line => !/^Conversion failed!|^Error opening (?:input|output) files/.test(line)) ?? ''
  const endedBy = how.isHanging ? null : how.killedBy
  const ending = { exitCode, stderr: lines.join('\n'), said: how.said, killed, endedBy, cause: how.cause ?? undefined }
  return new FfmpegError(`${start}: ${why}`, ending)
}

const tailLength = 256 * 1024
const progressLine = /^(?:frame|fps|stream_\d+_\d+_\w+|bitrate|total_size|out_time\w*|dup_frames|drop_frames|speed|progress)=\s*(\S*)/

/** Keeps the end of what was said, and takes the progress reports out of it. */
function createTail(onProgress: ((outTimeSeconds: number) => void) | undefined): { add: (chunk: string) => void, text: () => string } {
  let text = ''
  let rest = ''
  const keep = (line: string) => {
    const report = onProgress ? progressLine.exec(line) : null
    if (!report)
      // Cut rarely: a long measurement says tens of thousands of lines.
      text = text.length > 2 * tailLength ? text.slice(-tailLength) + line : text + line
    else if (line.startsWith('out_time_us=') && /^\d+$/.test(report[1] ?? ''))
      onProgress?.(Number(report[1]) / 1e6)
  }
  return {
    add(chunk) {
      const lines = (rest + chunk).split(/(?<=\n)/)
      rest = lines.at(-1)?.endsWith('\n') ? '' : lines.pop() ?? ''
      lines.forEach(keep)
      // A line without an end is cut, or joining each piece to it would take longer and longer.
      if (rest.length > tailLength) {
        keep(rest)
        rest = ''
      }
    },
    text: () => (text + rest).slice(-tailLength),
  }
}
