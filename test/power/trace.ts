/** Reads what strace wrote down into operations on the files below one folder, in the order in which they came to their end. */
import { Buffer } from 'node:buffer'
import { createReadStream } from 'node:fs'
import { join, normalize } from 'node:path'
import { createInterface } from 'node:readline'

/** Paths are absolute. `at` is in milliseconds since the epoch. */
export type Op = { readonly at: number } & (
  | { readonly op: 'make', readonly path: string, readonly isFolder: boolean }
  | { readonly op: 'write', readonly path: string, readonly offset: number, readonly bytes: Buffer }
  /** Of the bytes of another file, at that moment. */
  | {
    readonly op: 'copy'
    readonly from: string
    readonly fromOffset: number
    readonly path: string
    readonly offset: number
    readonly length: number
  }
  | { readonly op: 'size', readonly path: string, readonly size: number, readonly onlyGrows?: boolean }
  | { readonly op: 'rename' | 'link', readonly path: string, readonly to: string }
  | { readonly op: 'remove', readonly path: string }
  /** What was there when the flush began is on the disk when it ends. */
  | { readonly op: 'flush begins' | 'flush ends', readonly path: string, readonly number: number }
  /** The last bytes of a request are about to leave. */
  | { readonly op: 'leaves', readonly jobId: string }
  | { readonly op: 'says', readonly text: string }
)

export const straceArgs = [
  ...['-f', '--seccomp-bpf', '-ttt', '-yy', '-xx', '-s', '20000000', '-e', 'signal=none'],
  '-e',
  `trace=${[
    ...['open', 'openat', 'creat', 'close', 'write', 'pwrite64', 'writev', 'pwritev', 'lseek', 'ftruncate', 'truncate', 'fallocate'],
    ...['rename', 'renameat', 'renameat2', 'unlink', 'unlinkat', 'rmdir', 'mkdir', 'mkdirat', 'link', 'linkat', 'symlink', 'symlinkat'],
    ...['fsync', 'fdatasync', 'copy_file_range', 'sendfile', 'ioctl', 'clone', 'clone3', 'fork', 'vfork', 'chdir'],
  ].join(',')}`,
]

interface Call { readonly pid: number, readonly at: number, readonly name: string, readonly args: string, readonly result: string }
interface Opened { readonly path: string, offset: number, readonly appends: boolean }

/** Other programs write to their output, too. */
const isSaid = (line: string): boolean => line.startsWith('{"said":')

/** Text between quotes, as strace writes it with -xx. */
const bytesOf = (text: string): Buffer => Buffer.from(text.replaceAll('\\x', ''), 'hex')
const quoted = (text: string): string[] => [...text.matchAll(/"((?:\\x[0-9a-f]{2})*)"/g)].map(([, hex = '']) => hex)

/**
 * `folder` and `markers` are absolute: the files of the studios, and those in which it is noted that a request is held back. `cwd` is where
 * the recorded program began.
 */
export async function readTrace(file: string, { folder, markers, cwd }: { folder: string, markers: string, cwd: string }): Promise<Op[]> {
  const ops: Op[] = []
  const opened = new Map<string, Opened>()
  /** Threads share the files of their process. */
  const processOf = new Map<number, number>()
  const cwds = new Map<number, string>()
  const begun = new Map<number, { text: string, flush: number | null }>()
  let flushes = 0

  const own = (pid: number): number => processOf.get(pid) ?? pid
  const isInside = (path: string): boolean => path.startsWith(`${folder}/`) || path === folder
  const absolute = (pid: number, at: string | undefined, hex: string): string => {
    const name = bytesOf(hex).toString()
    return normalize(name.startsWith('/') ? name : join(at ?? cwds.get(own(pid)) ?? cwd, name))
  }
  /** The paths of a call with names: each after the folder that it is relative to, where one is told. */
  const pathsOf = ({ pid, args }: Call): string[] =>
    [...args.matchAll(/(?:(?:AT_FDCWD|\d+)<((?:\\x[0-9a-f]{2})*)>, )?"((?:\\x[0-9a-f]{2})*)"/g)].map(([, at, hex = '']) =>
      absolute(pid, at === undefined ? undefined : bytesOf(at).toString(), hex))
  const filesOf = ({ args }: Call): { fd: string, path: string }[] =>
    [...args.matchAll(/(?:^|, )(\d+)<((?:\\x[0-9a-f]{2})*)>/g)].map(([, fd = '', hex = '']) => ({ fd, path: bytesOf(hex).toString() }))

  function take(call: Call, flush: number | null): void {
    const { pid, at, name, args, result } = call
    const isDone = !result.startsWith('-1') && !result.startsWith('?')
    const value = Number(/^-?\d+/.exec(result)?.[0] ?? -1)
    const [first, second] = filesOf(call)
    const known = first && opened.get(`${own(pid)} ${first.fd}`)
    if (flush !== null) {
      if (first && isInside(first.path))
        ops.push({ at, op: 'flush ends', path: first.path, number: flush })
      return
    }
    if (!isDone)
      return
    switch (name) {
      case 'clone':
      case 'clone3':
      case 'fork':
      case 'vfork':
        if (args.includes('CLONE_THREAD'))
          processOf.set(value, own(pid))
        else
          cwds.set(value, cwds.get(own(pid)) ?? cwd)
        return
      case 'chdir':
        cwds.set(own(pid), pathsOf(call)[0]!)
        return
      case 'open':
      case 'openat':
      case 'creat': {
        const path = bytesOf(/^\d+<((?:\\x[0-9a-f]{2})*)>/.exec(result)?.[1] ?? '').toString()
        if (!isInside(path))
          return void opened.delete(`${own(pid)} ${value}`)
        opened.set(`${own(pid)} ${value}`, { path, offset: 0, appends: args.includes('O_APPEND') })
        if (args.includes('O_CREAT') || name === 'creat')
          ops.push({ at, op: 'make', path, isFolder: false })
        if (args.includes('O_TRUNC') || name === 'creat')
          ops.push({ at, op: 'size', path, size: 0 })
        return
      }
      case 'close':
        return void (first && opened.delete(`${own(pid)} ${first.fd}`))
      case 'lseek':
        if (known)
          known.offset = value
        return
      case 'write':
      case 'writev':
      case 'pwrite64':
      case 'pwritev': {
        const bytes = Buffer.concat(quoted(args.slice(args.indexOf('>, '))).map(bytesOf)).subarray(0, value)
        if (args.startsWith('1<'))
          return void bytes.toString().split('\n').filter(isSaid).forEach(text => ops.push({ at, op: 'says', text }))
        if (!first || !isInside(first.path))
          return
        const offset = name.startsWith('p') ? Number(/(\d+)$/.exec(args)?.[1]) : known?.appends ? -1 : known?.offset ?? 0
        ops.push({ at, op: 'write', path: first.path, offset, bytes })
        if (known && !name.startsWith('p'))
          known.offset += value
        return
      }
      case 'copy_file_range':
      case 'sendfile': {
        const [from, to] = name === 'sendfile' ? [second, first] : [first, second]
        if (!from || !to || !isInside(to.path))
          return
        const told = [...args.matchAll(/, (?:\[(\d+)(?: => \d+)?\]|NULL)/g)]
        const offsets = told.map(([, digits]) => digits === undefined ? null : Number(digits))
        const target = opened.get(`${own(pid)} ${to.fd}`)
        const source = opened.get(`${own(pid)} ${from.fd}`)
        const offset = name === 'sendfile' ? null : offsets[1] ?? null
        const fromOffset = offsets[0] ?? source?.offset ?? 0
        const place = { path: to.path, offset: offset ?? target?.offset ?? 0 }
        ops.push({ at, op: 'copy', from: from.path, fromOffset, ...place, length: value })
        if (target && offset === null)
          target.offset += value
        if (source && offsets[0] == null)
          source.offset += value
        return
      }
      case 'ioctl':
        if (args.includes('FICLONE') && first && second && isInside(first.path))
          ops.push({ at, op: 'copy', from: second.path, fromOffset: 0, path: first.path, offset: 0, length: Number.POSITIVE_INFINITY })
        return
      case 'ftruncate':
        if (first && isInside(first.path))
          ops.push({ at, op: 'size', path: first.path, size: Number(/(\d+)$/.exec(args)?.[1]) })
        return
      case 'fallocate': {
        const [offset, length] = args.split(', ').slice(-2).map(Number)
        if (first && isInside(first.path) && !args.includes('KEEP_SIZE'))
          ops.push({ at, op: 'size', path: first.path, size: offset! + length!, onlyGrows: true })
        return
      }
      default:
    }
    const [path, to] = pathsOf(call)
    if (path?.startsWith(`${markers}/`) && name.startsWith('unlink'))
      return void ops.push({ at, op: 'leaves', jobId: /takeroom-([^.]+)\.held$/.exec(path)?.[1] ?? '' })
    if (path === undefined || !(isInside(path) || (to !== undefined && isInside(to))))
      return
    if (name === 'truncate')
      ops.push({ at, op: 'size', path, size: Number(/(\d+)$/.exec(args)?.[1]) })
    else if (name.startsWith('rename'))
      ops.push({ at, op: 'rename', path, to: to! })
    else if (name.startsWith('link'))
      ops.push({ at, op: 'link', path, to: to! })
    else if (name.startsWith('unlink') || name === 'rmdir')
      ops.push({ at, op: 'remove', path })
    else if (name.startsWith('mkdir'))
      ops.push({ at, op: 'make', path, isFolder: true })
  }

  function beginFlush(pid: number, at: number, args: string): number | null {
    const [file] = filesOf({ pid, at, name: '', args, result: '' })
    if (!file || !isInside(file.path))
      return null
    ops.push({ at, op: 'flush begins', path: file.path, number: ++flushes })
    return flushes
  }

  for await (const line of createInterface({ input: createReadStream(file, 'latin1'), crlfDelay: Infinity })) {
    const [, pidText = '', time = '', text = ''] = /^(\d+)\s+([\d.]+) (.*)$/.exec(line) ?? []
    const [pid, at] = [Number(pidText), Number(time) * 1000]
    const isResumed = /^<\.\.\. \w+ resumed>/.exec(text)
    const before = isResumed ? begun.get(pid) : undefined
    const whole = isResumed ? (before?.text ?? '') + text.slice(isResumed[0].length) : text
    const isFlush = /^(?:fsync|fdatasync)\(/.test(whole)
    if (text.endsWith('<unfinished ...>')) {
      const args = text.slice(0, -'<unfinished ...>'.length)
      begun.set(pid, { text: args, flush: isFlush ? beginFlush(pid, at, args.slice(args.indexOf('(') + 1)) : null })
      continue
    }
    const [, name, args, result] = /^(\w+)\((.*)\)\s+= (.*)$/.exec(whole) ?? []
    if (name === undefined || args === undefined || result === undefined)
      continue
    take({ pid, at, name, args: args.trim(), result }, isFlush ? before?.flush ?? beginFlush(pid, at, args) : null)
  }
  return ops
}
