/** What can be done with the user's own presets: save, change, rename, delete, export and import. */
import type { CaptionMode, EncoderKind, LoudnessTarget, Preset } from '#contract/presets.ts'
import type { PresetChanges } from '#contract/settings.ts'
import type { ShowTags } from '#contract/sound-tags.ts'
import type { NewPreset, PresetRefusal } from '#rules/deliver/own-presets.ts'
import type { Written } from '../../../stores/settings.ts'
import type { AnyFault } from '../../../studio.ts'
import { computed } from 'vue'
import { freePresetName, mostOwnPresets, readPresetFile, tidyName, writePresetFile } from '#rules/deliver/own-presets.ts'
import { useNotices } from '../../../actions/notices.ts'
import { saveText } from '../../../parts/files/save-text.ts'
import { useSettings } from '../../../stores/settings.ts'
import { randomId } from '../../../wire/random-id.ts'

/** More than a file of presets ever has: not even read. */
const mostBytes = 1_000_000

/** What was chosen in the form besides the preset. */
export interface Choices {
  readonly loudness: LoudnessTarget | null
  readonly captionMode: CaptionMode
  readonly tags: ShowTags | null
  readonly encoder: EncoderKind
}

export function useOwnPresets() {
  const settings = useSettings()
  const notices = useNotices()
  const all = computed<readonly Preset[]>(() => settings.now.presets)
  const namesBut = (presetId: string): string[] => all.value.filter(({ id }) => id !== presetId).map(({ name }) => name)

  const change = (changes: Partial<PresetChanges>, seen?: Written) =>
    settings.change({ presets: { put: [], remove: [], ...changes } }, seen)
  async function write(changes: Partial<PresetChanges>, seen?: Written): Promise<AnyFault | null> {
    return (await change(changes, seen)).fault ?? null
  }

  /** Adds them behind the others under free names. Answers those that were added, as main has them. */
  async function add(news: readonly NewPreset[]): Promise<{ readonly added: readonly Preset[], readonly fault: AnyFault | null }> {
    const names = namesBut('')
    const asked = news.map((preset): Preset => {
      const name = freePresetName(tidyName(preset.name), names)
      names.push(name)
      return { ...preset, id: `own-${randomId()}`, name }
    })
    const { value, fault = null } = await change({ put: asked })
    return { added: value?.settings.presets.filter(({ id }) => asked.some(preset => preset.id === id)) ?? [], fault }
  }

  /** `was`: the preset when its dialog was opened. What somebody else made of it since stays. */
  async function put(changed: Preset, was: Preset): Promise<AnyFault | null> {
    return write({ put: [changed] }, { presets: [was] })
  }

  return {
    all,
    isFull: computed(() => all.value.length >= mostOwnPresets),
    /** The preset with the other choices of the form. */
    save: ({ tags: _, ...base }: Preset, { loudness, captionMode, tags, encoder }: Choices, name: string) => add([{
      ...base,
      video: base.video && { ...base.video, encoder },
      ...tags && { tags },
      name,
      loudness: base.audio ? loudness : null,
      captionModes: [captionMode, ...base.captionModes.filter(mode => mode !== captionMode)],
    }]),
    change: put,
    rename: (preset: Preset, name: string) => put({ ...preset, name: freePresetName(tidyName(name), namesBut(preset.id)) }, preset),
    async remove(preset: Preset): Promise<void> {
      const at = all.value.findIndex(({ id }) => id === preset.id)
      const fault = await write({ remove: [preset.id] })
      if (fault)
        return notices.fault(fault)
      const back = async (): Promise<void> => {
        const refused = all.value.some(({ id }) => id === preset.id) ? null : await write({ put: [preset], at })
        if (refused)
          notices.fault(refused)
      }
      notices.say(texts => texts.ownPresets.removed(preset.name), { act: { label: texts => texts.shell.act.undo, run: back } })
    },
    /** Hands them to the user as a file. */
    exportFile(presets: readonly Preset[], fileName: string): void {
      saveText(writePresetFile(presets), `${fileName.replaceAll(/[\\/:*?"<>|]+/g, ' ').trim()}.json`, 'application/json')
    },
    /** All of the file or nothing, with the reason. Answers the first that came. */
    async importFile(file: File): Promise<Preset | null> {
      const refuse = (because: 'full' | PresetRefusal): null => {
        notices.say(texts => texts.ownPresets.refused[because](file.name), { tone: 'bad' })
        return null
      }
      if (file.size > mostBytes)
        return refuse('too-large')
      // A file that is gone in the meantime reads like an empty one.
      const read = readPresetFile(await file.text().catch(() => ''))
      if ('refused' in read)
        return refuse(read.refused)
      if (all.value.length + read.presets.length > mostOwnPresets)
        return refuse('full')
      const { added, fault } = await add(read.presets)
      if (fault)
        notices.fault(fault)
      else
        notices.say(texts => texts.ownPresets.imported(added.map(({ name }) => name)), { tone: 'good' })
      return added[0] ?? null
    },
  }
}
