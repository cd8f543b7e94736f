/** When the words of a line are heard in a sequence, so that captions begin with them. */
import type { Line } from '#contract/script.ts'
import type { FrameRate, SoundClip } from '#contract/sequence-document.ts'
import type { Take } from '#contract/takes.ts'
import type { WordTime } from '#contract/word-times.ts'
import type { HeardWord } from '#rules/captions/by-words.ts'
import { leastSureness, lettersIn } from '#rules/captions/by-words.ts'
import { saidText } from '#rules/captions/shown-text.ts'
import { frameAtSample } from '#rules/sequence/frames.ts'
import { sampleOf } from '#rules/sequence/words/spoken-parts.ts'

/** In frames of the sequence. Empty where the take says another text than the line, or the text has parts that nobody says. */
export function heardWords(
  { text }: Pick<Line, 'text'>,
  sound: Pick<SoundClip, 'start' | 'in' | 'speed' | 'ramp'>,
  { take, words, rate }: { take: Pick<Take, 'text'>, words: readonly WordTime[] | null | undefined, rate: FrameRate },
): HeardWord[] {
  if (!words || take.text !== text || lettersIn(saidText(text)) !== lettersIn(text))
    return []
  return words.flatMap(({ from, start, sureness }) => sureness < leastSureness
    ? []
    : [{
        lettersBefore: lettersIn(text.slice(0, from)),
        start: frameAtSample(sampleOf(sound, start), rate),
      }])
}
