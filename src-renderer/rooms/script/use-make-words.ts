/** What the button that generates everything says: how many lines, about what it costs, and why it may wait. */
import type { ProjectId } from '#contract/words.ts'
import type { useSpeak } from './use-speak.ts'
import { computed } from 'vue'
import { inPauses } from '../../parts/pauses/in-pauses.ts'
import { showAmounts } from '../../parts/spend/show-money.ts'
import { noEstimates, useEstimates } from '../../parts/spend/use-estimates.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'

export function useMakeWords({ projectId, speech }: { projectId: () => ProjectId, speech: ReturnType<typeof useSpeak> }) {
  const t = useTexts()
  const language = useLanguage()
  const estimates = useEstimates()
  /** To count the parts of each of thousands of texts takes longer than to show them. The question before sending uses the numbers of that moment. */
  const guess = inPauses(() => estimates.of(speech.sendings.value), noEstimates)
  return {
    makeWords: computed(() => [
      t.value.script.makeStale(speech.ready.value.length, speech.characters.value.toLocaleString(language.language)),
      ...(guess.value.amounts.length > 0 ? [t.value.spend.about(showAmounts(guess.value.amounts, language.language))] : []),
    ].join(' · ')),
    makeHelp: computed(() => [
      speech.account.value?.isPractice ? t.value.script.makeFree : t.value.script.makeHelp,
      ...(guess.value.amounts.length > 0 && guess.value.unpricedCount > 0 ? [t.value.spend.unpriced(guess.value.unpricedCount)] : []),
      ...(estimates.isTooMuch(guess.value.amounts, projectId()) ? [t.value.spend.willBeHeld] : []),
    ].join(' · ')),
  }
}
