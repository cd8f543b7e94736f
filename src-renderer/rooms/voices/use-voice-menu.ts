/** The acts of a voice, own or preset, and the menu of its card. */
import type { SavedItem } from '#contract/saving.ts'
import type { PresetVoice, Voice } from '#contract/voices.ts'
import type { VoiceActs } from './use-voice-acts.ts'
import { computed, shallowRef } from 'vue'
import { useRouter } from 'vue-router'
import { useActions } from '../../actions/action.ts'
import { useMeant } from '../../actions/meant.ts'
import { openTakeInspector } from '../../actions/overlay.ts'
import { useSaving } from '../../parts/saving/use-saving.ts'
import { useCopy } from '../../parts/text/use-copy.ts'
import { useInSpeech } from '../../parts/voices/use-in-speech.ts'
import { voiceName } from '../../parts/voices/voice-name.ts'
import { useVoices } from '../../stores/voices.ts'

const itemOf = ({ id }: Voice): SavedItem => ({ of: 'voice', voiceId: id })

export interface VoiceMenu {
  readonly open: (event: MouseEvent, voice: Voice | PresetVoice) => void
  /** The acts of the menu are about this one. */
  readonly mean: (voice: Voice | PresetVoice) => void
}

export function useVoiceMenu(room: {
  acts: VoiceActs
  rename: (voice: Voice) => unknown
  describe: (voice: Voice) => unknown
  moveToFolder: (voice: Voice) => unknown
}): VoiceMenu {
  const router = useRouter()
  const voices = useVoices()
  const copy = useCopy()
  const speech = useInSpeech()
  const saving = useSaving()
  /** The voice that has the focus, or had it last. */
  const current = shallowRef<Voice | PresetVoice | null>(null)
  const meant = useMeant(() => current.value)
  const isPreset = (voice: Voice | PresetVoice): voice is PresetVoice => !('clip' in voice)
  // As it is now: it may have got another name, or be in the trash.
  const own = computed<Voice | null>(() => {
    const voice = meant.now.value
    return voice && !isPreset(voice) ? voices.all.find(each => each.id === voice.id) ?? null : null
  })
  const preset = computed<PresetVoice | null>(() => meant.now.value && isPreset(meant.now.value) ? meant.now.value : null)
  const isOwn = (): boolean => own.value !== null
  const isAny = (): boolean => isOwn() || preset.value !== null
  const hasSample = (): boolean => (own.value ?? preset.value)?.sampleTakeId != null
  const on = (run: (voice: Voice) => unknown) => () => own.value && run(own.value)
  const base = { group: 'voices', of: () => voiceName((own.value ?? preset.value)?.name) } as const

  function use(): unknown {
    const voice = own.value ? { voiceId: own.value.id } : preset.value && { modelId: preset.value.modelId, voice: preset.value.name }
    return voice && router.push(speech.routeOf(voice))
  }

  useActions([
    { ...base, id: 'voice.use', label: t => t.voices.use, when: isAny, run: use },
    {
      ...base,
      id: 'voice.sample',
      label: t => t.saving.sample,
      when: hasSample,
      run: () => {
        const { sampleTakeId } = own.value ?? preset.value ?? {}
        return sampleTakeId && openTakeInspector(sampleTakeId)
      },
    },
    { ...base, id: 'voice.clip', label: t => t.voices.clipDetails, when: isOwn, run: on(voice => openTakeInspector(voice.clipTakeId)) },
    { ...base, id: 'voice.save', label: t => t.saving.saveClip, when: isOwn, run: on(each => saving.download([itemOf(each)])) },
    {
      ...base,
      id: 'voice.save-file',
      label: t => t.voices.file.save,
      when: isOwn,
      run: on(each => saving.download([{ of: 'voice-file', voiceId: each.id }])),
    },
    { ...base, id: 'voice.reveal', label: t => t.saving.reveal, when: isOwn, run: on(each => saving.reveal(itemOf(each))) },
    { ...base, id: 'voice.copy', label: t => t.saving.copyName, when: isAny, run: () => copy((own.value ?? preset.value)?.name ?? '') },
    { ...base, id: 'voice.rename', label: t => t.voices.rename, when: isOwn, run: on(room.rename) },
    { ...base, id: 'voice.describe', label: t => t.voices.describe, when: isOwn, run: on(room.describe) },
    { ...base, id: 'voice.folder', label: t => t.folders.moveTo, when: isOwn, run: on(room.moveToFolder) },
    { ...base, id: 'voice.trash', label: t => t.voices.trash, when: isOwn, run: on(room.acts.trash) },
  ])
  return {
    mean(voice) {
      current.value = voice
    },
    open(event, voice) {
      meant.open(event, voice, [
        ['voice.use', 'voice.sample', 'voice.clip'],
        ['voice.save', 'voice.save-file', 'voice.reveal', 'voice.copy'],
        ['voice.rename', 'voice.describe', 'voice.folder', 'voice.trash'],
      ])
    },
  }
}
