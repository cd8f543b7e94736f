/** Edits that are made while listening and looking: they must not cost what can be made again. */
import type { SequenceEdit, StepName } from '#contract/sequence-edits.ts'

const switches: ReadonlySet<string> = new Set(['isMuted', 'isSoloed', 'isLocked', 'isTarget', 'isSyncLocked', 'height'])

/** The step that such edits are, whatever they are called; null for all others. */
export function trackStepOf(edits: readonly SequenceEdit[]): Extract<StepName, 'track-switch' | 'fader'> | null {
  const names = edits.map(edit => edit.do === 'setTrack' ? Object.keys(edit.values) : [''])
  const areAll = (is: (name: string) => boolean): boolean => names.length > 0 && names.every(of => of.length > 0 && of.every(is))
  if (areAll(name => switches.has(name)))
    return 'track-switch'
  return areAll(name => name === 'gainDb' || name === 'pan') ? 'fader' : null
}
