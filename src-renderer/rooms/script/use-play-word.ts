/** Plays the take of a line from one of its words. */
import type { Line } from '#contract/script.ts'
import type { Take } from '#contract/takes.ts'
import type { Caret } from './lines/caret-in.ts'
import { until } from '@vueuse/core'
import { useNotices } from '../../actions/notices.ts'
import { useWordTimes } from '../../stores/word-times.ts'
import { wordAtCaret } from './lines/word-at-caret.ts'

/** A word is found in the sound in about a second; nobody waits longer to hear one. */
const longestWaitMs = 20_000

interface Player {
  /** `startOf` says from where. */
  readonly playOne: (line: Line, startOf: (take: Take) => Promise<number>) => Promise<void>
}

export function usePlayWord({ playOne }: Player): (line: Line, caret: Caret) => Promise<void> {
  const times = useWordTimes()
  const notices = useNotices()

  async function startOf(take: Take, caret: Caret): Promise<number> {
    await times.want([take.id])
    const found = await until(() => times.get(take.id))
      .toMatch(each => each !== undefined && each.state !== 'waiting', { timeout: longestWaitMs })
    if (found?.state === 'ready' && found.words.length > 0)
      return wordAtCaret(found.words, take.text, caret)?.start ?? 0
    notices.say(t => t.script.noWordTimes)
    return 0
  }

  return (line, caret) => playOne(line, take => startOf(take, caret))
}
