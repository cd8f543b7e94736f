/**
 * Word times of spoken takes: one owner for asking, finding and keeping. They are a file next to that of the sound, in no database
 * and no backup: what is missing is found again.
 */
import type { Take } from '#contract/takes.ts'
import type { WordTimes } from '#contract/word-times.ts'
import type { TakeId } from '#contract/words.ts'
import type { ChangesEvent } from '../base/changes.ts'
import type { Log } from '../base/log.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { SpeechShape } from '../media/words/odd-sounds.ts'
import type { WordTimes as Found } from '../media/words/word-times.ts'
import type { findWordTimes, FoundWords } from '../media/words/words-thread.ts'
import type { Assets } from './assets.ts'
import type { Takes } from './takes.ts'
import { z } from 'zod'
import { WordTime } from '#contract/word-times.ts'
import { fileExists } from '../base/atomic-file.ts'
import { createChanges } from '../base/changes.ts'
import { sha256 } from '../base/hash.ts'
import { createWantedQueue } from '../base/wanted-queue.ts'
import { spokenWords } from '../media/words/spoken-words.ts'
import { wordTimesVersion } from '../media/words/word-times.ts'
import { whisperLanguages } from '../service/catalogue/languages.ts'
import { createSidecars } from './sidecars.ts'
import { withSpeechWav } from './with-speech-wav.ts'

/** The file: of which text, by which version, and what was found; null where there is nothing to find. */
const Kept = z.object({
  version: z.int(),
  textHash: z.string(),
  because: z.enum(['no-voice', 'silent']).nullable(),
  misfit: z.number(),
  words: z.array(WordTime),
  shape: z.object({
    pauses: z.array(z.object({ start: z.number(), end: z.number() })),
    speech: z.object({ start: z.number(), end: z.number() }),
    isCutAtStart: z.boolean(),
    isCutAtEnd: z.boolean(),
  }),
})
type Kept = z.infer<typeof Kept>

export interface TakeWordTimes {
  changes: (signal?: AbortSignal) => AsyncIterable<ChangesEvent<WordTimes, TakeId>>
  /** Asks for what is shown now, most wanted first. */
  want: (takeIds: readonly TakeId[]) => Promise<WordTimes[]>
  /** What its sound says about a take, as far as it is known by now: whether it may not match its text, and its shape. */
  doubts: (take: Take) => Promise<{ mayNotMatch: boolean, shape: SpeechShape } | null>
  /** Of a take that has them by now; null for any other. Asks for nothing. */
  known: (take: Take) => Promise<z.infer<typeof WordTime>[] | null>
  /** Finds them when nothing else is to be found. */
  findLater: (take: Take) => Promise<void>
  close: () => Promise<void>
}

/** Longer readings are one file of many lines: nobody follows them word by word. */
const longestSeconds = 20 * 60
/** Above it, of forty lines of two voices, one that was right is found doubtful, and all but two that say something else. */
const doubtfulMisfit = 0.92

export function createTakeWordTimes({ takes, assets, ffmpeg, find, workFolder, log }: {
  takes: Pick<Takes, 'find'>
  assets: Pick<Assets, 'pathOf' | 'folder'>
  ffmpeg: () => Promise<Ffmpeg | null>
  find: typeof findWordTimes
  workFolder: string
  log: Log
}): TakeWordTimes {
  const changes = createChanges<WordTimes, TakeId>()
  /** Of everything that was asked for or found since the studio opened. */
  const states = new Map<TakeId, WordTimes>()
  const queue = createWantedQueue(make)
  const sidecars = createSidecars({ assets, sidecar: 'words', shape: Kept })

  function say(state: WordTimes): void {
    states.set(state.takeId, state)
    changes.changed(state)
  }

  async function keptOf(take: Take): Promise<Kept | null> {
    const known = await sidecars.read(take.asset)
    return known?.version === wordTimesVersion && known.textHash === hashOf(take) ? known : null
  }

  /** What there is, or why there can be none; null where it has to be found. */
  async function look(take: Take): Promise<WordTimes | null> {
    if (!isSpoken(take))
      return { state: 'impossible', takeId: take.id, because: 'no-speech' }
    const kept = await keptOf(take)
    if (kept)
      return stateOf(take.id, kept)
    if (!await fileExists(assets.pathOf(take.asset)))
      return { state: 'impossible', takeId: take.id, because: 'missing' }
    return await ffmpeg() === null ? { state: 'impossible', takeId: take.id, because: 'no-ffmpeg' } : null
  }

  async function make(takeId: TakeId, signal: AbortSignal): Promise<void> {
    try {
      const [[take], tool] = [await takes.find([takeId]), await ffmpeg()]
      if (!take || !tool)
        return say({ state: 'impossible', takeId, because: take ? 'no-ffmpeg' : 'missing' })
      const found = await withSpeechWav(take.asset, { assets, ffmpeg: tool, workFolder, log, signal }, wavPath =>
        find({ wavPath, text: take.text, language: languageOf(take) }, signal))
      const kept = keptFrom(found, hashOf(take))
      await sidecars.write(take.asset, kept)
      say(stateOf(takeId, kept))
    }
    catch (error) {
      if (signal.aborted)
        return
      log.warn('word-times-not-found', { takeId, error })
      say({ state: 'impossible', takeId, because: 'failed' })
    }
  }

  return {
    changes: signal => changes.subscribe(async () => [...states.values()], signal),
    async want(takeIds) {
      const known = new Map((await takes.find(takeIds)).map(take => [take.id, take]))
      const found = await Promise.all(takeIds.map(async (takeId): Promise<WordTimes> => {
        const take = known.get(takeId)
        const before = states.get(takeId)
        if (before?.state === 'ready' || (before?.state === 'impossible' && !['no-ffmpeg', 'missing'].includes(before.because)))
          return before
        return take ? await look(take) ?? { state: 'waiting', takeId } : { state: 'impossible', takeId, because: 'missing' }
      }))
      for (const state of found) {
        if (states.get(state.takeId)?.state !== state.state)
          say(state)
      }
      queue.want(found.filter(({ state }) => state === 'waiting').map(({ takeId }) => takeId))
      return found
    },
    async known(take) {
      const kept = isSpoken(take) ? await keptOf(take) : null
      return kept?.because === null ? kept.words : null
    },
    async doubts(take) {
      const kept = isSpoken(take) ? await keptOf(take) : null
      return kept && { mayNotMatch: kept.misfit > doubtfulMisfit, shape: kept.shape }
    },
    async findLater(take) {
      if (isSpoken(take) && await look(take) === null)
        queue.add(take.id)
    },
    async close() {
      await queue.close()
      changes.close()
    },
  }
}

function hashOf({ text }: Take): string {
  return sha256(text).slice(0, 16)
}

/** Speech whose words are known, of a length that a line or a few pages have. */
function isSpoken({ kind, medium, text, asset }: Take): boolean {
  return kind === 'speech' && medium === 'audio' && asset.durationSeconds !== null && asset.durationSeconds <= longestSeconds
    && spokenWords(text).length > 0
}

/** The language that the request named by its code or its English name; each model has its own field for it. */
function languageOf({ request }: Take): string | null {
  const named = request?.fields.language_id ?? request?.fields.language
  return whisperLanguages.find(({ code, name }) => code === named || name === named)?.code ?? request?.spokenIn ?? null
}

function keptFrom({ found, shape: { pauses, speech, ...edges } }: FoundWords, textHash: string): Kept {
  const kept = { version: wordTimesVersion, textHash, shape: { pauses: [...pauses], speech, ...edges } }
  if (typeof found === 'string')
    return { ...kept, because: found, misfit: 0, words: [] }
  return { ...kept, because: null, ...rounded(found) }
}

/** Thousandths: the files of 100,000 takes are read often. */
function rounded({ words, misfit }: Found): Pick<Kept, 'misfit' | 'words'> {
  const thousandths = (value: number): number => Math.round(value * 1000) / 1000
  return {
    misfit: thousandths(misfit),
    words: words.map(({ from, to, ...heard }) =>
      ({ from, to, start: thousandths(heard.start), end: thousandths(heard.end), sureness: thousandths(heard.sureness) })),
  }
}

function stateOf(takeId: TakeId, { because, words, misfit }: Kept): WordTimes {
  return because === null
    ? { state: 'ready', takeId, words, isDoubtful: misfit > doubtfulMisfit }
    : { state: 'impossible', takeId, because }
}
