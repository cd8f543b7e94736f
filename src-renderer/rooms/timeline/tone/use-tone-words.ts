/** What a clip of the open sequence is heard through, in chains and in words. */
import type { ToneChain } from '#contract/tone.ts'
import type { Editor } from '../use-editor.ts'
import type { Tonable } from './tone-scope.ts'
import { chainOf, presetOf } from '#rules/tone/presets.ts'
import { useSpeakerTones } from '../../../stores/speaker-tones.ts'
import { useTexts } from '../../../texts/texts.ts'
import { trackNames } from '../lanes/track-names.ts'

export function useToneWords(editor: Pick<Editor, 'document' | 'lines'>) {
  const t = useTexts()
  const tones = useSpeakerTones()
  const presetName = (chain: ToneChain | null): string => t.value.tone.presets[presetOf(chain)]
  const speakerOf = ({ clip }: Tonable): string => (clip.lineId && editor.lines.value.get(clip.lineId)?.speaker) || ''

  /** What applies to a clip that has none of its own. */
  function inherited({ track, clip: { tone: _, ...clip } }: Tonable): { readonly chain: ToneChain, readonly words: string } {
    const found = { track, clip }
    const source = tones.sourceOf(track, clip)
    const chain = (source === 'speaker' ? tones.of(speakerOf(found)) : source === 'track' ? track.tone : null) ?? chainOf('off')
    const name = source === 'track' && editor.document.value
      ? trackNames(editor.document.value, t.value).get(track.id)
      : speakerOf(found) || t.value.script.noSpeaker
    return { chain, words: source === null ? presetName(null) : t.value.tone.from(name ?? '', presetName(chain)) }
  }
  return {
    presetName,
    inherited,
    wordsOf: (found: Tonable): string => found.clip.tone ? presetName(found.clip.tone) : inherited(found).words,
  }
}
