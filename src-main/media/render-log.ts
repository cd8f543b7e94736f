/** What a render ran: each command and the last words of ffmpeg, for a person who wants to know why. Bounded, however long the film is. */
import type { Clock } from '../base/clock.ts'
import type { Ffmpeg } from './ffmpeg.ts'
import { FfmpegError } from './ffmpeg.ts'
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

export function createRenderLog(clock: Clock): RenderLog {
  const entries: string[] = []
  let [length, leftOut] = [0, 0]

  function add(entry: string): void {
    entries.push(entry)
    length += entry.length
    while (length > logLength && entries.length > 1) {
      length -= entries.shift()?.length ?? 0
      leftOut++
    }
  }

  const timeOf = (at: number): string => `${new Date(at).toISOString().slice(0, 19).replace('T', ' ')} UTC`

  return {
    of: ffmpeg => ({
      ...ffmpeg,
      async run(args, options) {
        const startedAt = clock.now()
        const command = cut([ffmpeg.path, ...args].map(quoted).join(' '), commandLength)
        const note = (ending: string, words: string): void => {
          const seconds = ((clock.now() - startedAt) / 1000).toFixed(1)
          const said = words.trim().slice(-wordsLength)
          add(`${timeOf(startedAt)}  ffmpeg ${ffmpeg.version}, ${ending} after ${seconds} s\n$ ${command}\n${said && `${said}\n`}\n`)
        }
        try {
          const output = await ffmpeg.run(args, options)
          note('done', output.stderr)
          return output
        }
        catch (error) {
          if (options?.signal?.aborted)
            note('stopped', '')
          else
            note('failed', error instanceof FfmpegError ? `${error.stderr}\n${error.message}` : String(error))
          throw error
        }
      },
    }),
    text: () => `${leftOut > 0 ? `(${leftOut} earlier commands are left out)\n\n` : ''}${entries.join('')}`,
  }
}

/** The beginning and the end, which names the output. */
function cut(text: string, length: number): string {
  return text.length <= length ? text : `${text.slice(0, length - 500)} … ${text.slice(-480)}`
}
