/** What a render ran: each command and the last words of ffmpeg, for a person who wants to know why. Bounded, however long the film is. */
import type { Clock } from '../../base/clock.ts'
import type { Ffmpeg } from '../ffmpeg/ffmpeg.ts'
import { appendFile, readFile } from 'node:fs/promises'
import { z } from 'zod'
import { parsedJson } from '#rules/plain-data.ts'
import { FfmpegError } from '../ffmpeg/ffmpeg.ts'
import { quoted } from './plan-scripts.ts'

export interface RenderLog {
  /** The same program, whose commands are written down when they end. */
  readonly of: (ffmpeg: Ffmpeg) => Ffmpeg
  /** At most about `logLength` characters; the oldest commands are left out first. */
  readonly text: () => string
}

/** Characters of a whole log. */
const logLength = 200_000
/** A filter graph of hundreds of clips is longer than anybody reads. */
const commandLength = 6000
const wordsLength = 1500

/** A line of the file: a command that began, or how it ended. */
const Noted = z.union([z.object({ began: z.int(), head: z.string() }), z.object({ ended: z.int(), entry: z.string() })])

/** `path` is a file that has each command as soon as it begins, so that what a killed studio ran is not lost; see `readCutOffLog`. */
export function createRenderLog(clock: Clock, path?: string): RenderLog {
  const entries = createEntries()
  let begun = 0
  // Without it the film is made all the same.
  const keep = async (noted: z.infer<typeof Noted>): Promise<void> =>
    path === undefined ? undefined : appendFile(path, `${JSON.stringify(noted)}\n`).catch(() => {})

  const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

  return {
    of: ffmpeg => ({
      ...ffmpeg,
      async run(args, options) {
        const startedAt = clock.now()
        const number = begun++
        const command = cut([ffmpeg.path, ...args].map(quoted).join(' '), commandLength)
        const head = (ending: string): string => `${timeOf(startedAt)}  ffmpeg ${ffmpeg.version}, ${ending}\n$ ${command}\n`
        const note = async (ending: string, words: string): Promise<void> => {
          const seconds = ((clock.now() - startedAt) / 1000).toFixed(1)
          const said = words.trim().slice(-wordsLength)
          const entry = `${head(`${ending} after ${seconds} s`)}${said && `${said}\n`}\n`
          entries.add(entry)
          await keep({ ended: number, entry })
        }
        await keep({ began: number, head: head('cut off') })
        try {
          const output = await ffmpeg.run(args, options)
          await note('done', output.stderr)
          return output
        }
        catch (error) {
          if (options?.signal?.aborted)
            await note('stopped', '')
          else
            await note('failed', error instanceof FfmpegError ? `${error.stderr}\n${error.message}` : String(error))
          throw error
        }
      },
    }),
    text: entries.text,
  }
}

/** What the log of a try that was killed has in its file: each command, and which were cut off. Empty where there is none. */
export async function readCutOffLog(path: string): Promise<string> {
  const lines = (await readFile(path, 'utf8').catch(() => '')).split('\n')
  const entries = createEntries()
  const running = new Map<number, string>()
  for (const line of lines) {
    const noted = Noted.safeParse(parsedJson(line)).data
    if (noted && 'began' in noted) {
      running.set(noted.began, noted.head)
    }
    else if (noted) {
      running.delete(noted.ended)
      entries.add(noted.entry)
    }
  }
  running.forEach(head => entries.add(`${head}\n`))
  return entries.text()
}

/** The newest, as long as a whole log may be. */
function createEntries(): { readonly add: (entry: string) => void, readonly text: () => string } {
  const entries: string[] = []
  let [length, leftOut] = [0, 0]
  return {
    add(entry) {
      entries.push(entry)
      length += entry.length
      while (length > logLength && entries.length > 1) {
        length -= entries.shift()?.length ?? 0
        leftOut++
      }
    },
    text: () => `${leftOut > 0 ? `(${leftOut} earlier commands are left out)\n\n` : ''}${entries.join('')}`,
  }
}

/** The beginning and the end, which names the output. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 500)} … ${text.slice(-480)}`
}
