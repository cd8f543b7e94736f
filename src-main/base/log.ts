/** The studio's log: one JSON object per line with an event and its fields, redacted before it is written. */
import type { Clock } from './clock.ts'
import type { Redactor } from './redact.ts'
import { Buffer } from 'node:buffer'
import { appendFile, rename, rm, stat } from 'node:fs/promises'
import { redact as redactByShape } from './redact.ts'

export type LogLevel = 'debug' | 'info' | 'warn' | 'error'
export type LogFields = Readonly<Record<string, unknown>>

export interface Log {
  /** `event` is kebab-case in the past tense, such as 'job-claimed'; everything variable goes into fields. Never log bodies. */
  debug: (event: string, fields?: LogFields) => void
  info: (event: string, fields?: LogFields) => void
  warn: (event: string, fields?: LogFields) => void
  error: (event: string, fields?: LogFields) => void
  /** The same log with these fields on each line. */
  with: (fields: LogFields) => Log
}

export interface LogOptions {
  /** Takes one line, without its line break. */
  readonly write: (line: string) => void
  readonly clock: Clock
  /** Default: redacts by name and by shape. A studio passes one that also knows its keys. */
  readonly redact?: Redactor
}

export function createLog({ write, clock, redact = redactByShape }: LogOptions): Log {
  function logWith(shared: LogFields): Log {
    const record = (level: LogLevel) => (event: string, fields: LogFields = {}): void => {
      const head = { at: new Date(clock.now()).toISOString(), level, event }
      // Redacting an object gives an object. The head comes first for readers, and again last to override fields of the same name.
      write(JSON.stringify({ ...head, ...redact({ ...shared, ...fields }) as LogFields, ...head }))
    }
    return {
      debug: record('debug'),
      info: record('info'),
      warn: record('warn'),
      error: record('error'),
      with: fields => logWith({ ...shared, ...fields }),
    }
  }
  return logWith({})
}

export interface FileLog {
  /** Queues a line; lines are written soon after, in order. */
  write: (line: string) => void
  /** Resolves when everything queued so far is written. */
  flush: () => Promise<void>
  close: () => Promise<void>
}

/**
 * Appends lines to `path`. Before the file exceeds `maxBytes` it is renamed to `path.1`, that one to `path.2`, up to `kept`.
 * Disk errors lose lines but never stop the studio: the number of lost lines is logged when writing works again.
 */
export function openFileLog(path: string, { maxBytes, kept = 3 }: { readonly maxBytes: number, readonly kept?: number }): FileLog {
  let waiting: string[] = []
  let lostLines = 0
  let sizeBytes: number | undefined
  let flushing: Promise<void> | undefined
  let isClosed = false

  async function append(text: string): Promise<void> {
    sizeBytes ??= await sizeOf(path)
    const addedBytes = Buffer.byteLength(text)
    if (sizeBytes > 0 && sizeBytes + addedBytes > maxBytes) {
      await rotate(path, kept)
      sizeBytes = 0
    }
    await appendFile(path, text)
    sizeBytes += addedBytes
  }

  async function writeWaiting(): Promise<void> {
    // Batches the lines of one turn, and makes sure that `flushing` is set before it is cleared.
    await undefined
    while (waiting.length > 0) {
      const lines = waiting
      waiting = []
      const loss = lostLines > 0 ? [JSON.stringify({ event: 'log-lines-lost', count: lostLines })] : []
      try {
        await append(`${[...loss, ...lines].join('\n')}\n`)
        lostLines = 0
      }
      catch {
        // A failure of the log itself cannot be reported anywhere; the count is written later.
        lostLines += lines.length
        sizeBytes = undefined
      }
    }
    flushing = undefined
  }

  function flush(): Promise<void> {
    flushing ??= writeWaiting()
    return flushing
  }

  return {
    write(line) {
      if (isClosed)
        return
      waiting.push(line)
      void flush()
    },
    flush,
    async close() {
      isClosed = true
      await flush()
    },
  }
}

async function rotate(path: string, kept: number): Promise<void> {
  await rm(`${path}.${kept}`, { force: true })
  for (let number = kept - 1; number >= 0; number -= 1) {
    const from = number === 0 ? path : `${path}.${number}`
    if (await sizeOf(from) > 0)
      await rename(from, `${path}.${number + 1}`)
  }
}

async function sizeOf(path: string): Promise<number> {
  return (await stat(path).catch(() => undefined))?.size ?? 0
}
