/** What is asked for (preset, captions, name), what was found before rendering, and rendering it. */
import type { Delivery, PreflightFinding } from '#contract/deliveries.ts'
import type { KitPart } from '#contract/delivery-options.ts'
import type { CaptionMode, Preset } from '#contract/presets.ts'
import type { Layout, Sequence } from '#contract/sequence-document.ts'
import type { SoundTags } from '#contract/sound-tags.ts'
import type { SequenceId } from '#contract/words.ts'
import type { Size } from '#rules/sequence/placement.ts'
import type { AnyFault } from '../../studio.ts'
import type { KitWish } from './kit/use-kit-parts.ts'
import { useDebounceFn } from '@vueuse/core'
import { storeToRefs } from 'pinia'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { roleOf } from '#rules/deliver/formats.ts'
import { presetById, presetOfShape, presets } from '#rules/deliver/presets.ts'
import { useDeliveredAs } from '../../parts/ahead/delivered-as.ts'
import { useIntents } from '../../parts/intents/use-intents.ts'
import { useDeliveryChoices } from '../../stores/delivery-choices.ts'
import { useProject } from '../../stores/project.ts'
import { useSequence } from '../../stores/sequence.ts'
import { useSettings } from '../../stores/settings.ts'
import { useStatus } from '../../stores/status.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, patientStudio, studio } from '../../studio.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'
import { useDeliveryName } from './form/use-delivery-name.ts'
import { useOptions } from './form/use-options.ts'
import { presetLabel } from './presets/preset-label.ts'
import { useChoose } from './use-choose.ts'

export function usePreset() {
  const choices = useDeliveryChoices()
  const choose = useChoose()
  const presetId = computed(() => choices.now.presetId)
  const shown = shallowRef<() => Size | null>(() => null)
  const settings = useSettings()
  const chosen = computed(() => presetById(presetId.value, settings.now.presets))
  const preset = computed<Preset | undefined>(() => {
    // Until main has told the choices, none is shown that the next moment might change.
    if (!choices.isReady)
      return undefined
    if (presetId.value === '') {
      const sequence = shown.value()
      return (sequence && presetOfShape(sequence)) ?? presets[0]
    }
    // One of the user's own is known only when the settings are here.
    return chosen.value ?? (settings.isReady ? presets[0] : undefined)
  })
  return {
    preset,
    /** The sequence on show, as soon as it is known. */
    follow: (sequence: () => Size | null) => {
      shown.value = sequence
    },
    choose: (id: string) => {
      const wanted = presetById(id, settings.now.presets)
      const filmSize = sizeOf(wanted)
      // Tags that the preset keeps come with it, once: they may be changed then. Those that it has no words for stay as they are.
      const own = id === preset.value?.id ? undefined : wanted?.tags
      const tags: Partial<SoundTags> | undefined = own && Object.fromEntries(Object.entries(own).filter(([, words]) => words !== ''))
      // Each preset has its usual captions; a choice made by hand stays until another preset is chosen.
      return choose({ presetId: id, captionMode: null, ...filmSize && { filmSize }, ...tags && { tags } })
    },
    /** What a sequence is laid out for; null until it is known. */
    size: () => choices.isReady ? sizeOf(chosen.value) ?? choices.now.filmSize : null,
  }
}

/** Of a film: sound and pictures are taken from the sequence as it is. */
function sizeOf(preset: Preset | undefined): Size | undefined {
  return preset?.video && roleOf(preset) === 'video' ? { width: preset.video.width, height: preset.video.height } : undefined
}

/** One rendering is queued after another. */
const place = 'render'

/** `keep` keeps the layout on show and returns the id of its sequence, or null when that failed: only what is kept is rendered. */
export function useDeliver(sequence: () => Sequence | null, preset: () => Preset | undefined, keep: () => Promise<SequenceId | null>) {
  const t = useTexts()
  const { language } = storeToRefs(useLanguage())
  const open = useProject()
  const edited = useSequence()
  const status = useStatus()
  const takes = useTakes()
  const choices = useDeliveryChoices()
  const choose = useChoose()
  const captionMode = computed<CaptionMode>({
    get() {
      const modes = preset()?.captionModes ?? []
      return modes.find(mode => mode === choices.now.captionMode) ?? modes[0] ?? 'soft'
    },
    set: mode => void choose({ captionMode: mode }),
  })
  const findings = shallowRef<readonly PreflightFinding[] | null>(null)
  const intents = useIntents()
  const options = useOptions(sequence, preset)
  const deliveredAs = useDeliveredAs()
  const isQueueing = computed(() => intents.isUnderWay(place))
  /** Of looking before rendering, which happens again by itself, and of rendering, which is told until another try. */
  const [checkFault, renderFault] = [shallowRef<AnyFault | null>(null), shallowRef<AnyFault | null>(null)]
  let turn = 0

  const naming = useDeliveryName(() => {
    const [project, shown, chosen] = [open.project, sequence(), preset()]
    return project === undefined || project === null
      ? null
      : {
          project: project.name,
          sequence: shown?.name ?? project.name,
          preset: chosen ? chosen.name || presetLabel(chosen.id, t.value, []) : '',
          number: open.deliveries.length + 1,
        }
  }, () => open.deliveries.map(({ id, files }) => [id, files.length]).join())
  const { name } = naming

  async function check(): Promise<void> {
    const mine = ++turn
    const asked = sequence()
    const presetId = preset()?.id
    const { part, encoders, sizeWish, signing, loudness, trackIds } = options
    const asLoud = loudness.value === undefined ? {} : { loudness: loudness.value }
    const wished = { ...part.wish.value, ...encoders.wish.value, ...sizeWish.value, ...signing.wish.value }
    const chosen = { captionMode: captionMode.value, captionTrackIds: trackIds.value, ...asLoud, ...wished }
    const wish = asked && presetId ? { ...layoutOf(asked), sequenceId: asked.id, presetId, ...chosen } : null
    const answer = wish && await attempt(patientStudio.deliveries.preflight(wish))
    if (mine !== turn)
      return
    findings.value = answer?.value?.findings ?? null
    checkFault.value = answer?.fault ?? null
  }
  // A file may be missing, or be found again.
  const checkSoon = useDebounceFn(check, 400, { maxWait: 2000 })
  onScopeDispose(takes.listen(() => void checkSoon()))
  // A line may become stale while the layout stays as it is.
  const states = () => open.lines.map(line => line.state).join()
  // An own preset may be changed while it is chosen.
  const asPreset = () => JSON.stringify(preset())
  const asChosen = () => {
    const { part, encoders, sizeWish, signing, loudness, trackIds } = options
    const wishes = [trackIds.value, part.wish.value, encoders.wish.value, sizeWish.value, signing.wish.value, signing.certificate.value]
    return JSON.stringify([loudness.value ?? String(loudness.value), ...wishes])
  }
  watch([sequence, asPreset, asChosen, captionMode, () => status.now?.ffmpeg?.path, () => status.wire, states], check, { immediate: true })
  // Another delivery was not refused. A layout that is kept to be rendered is none.
  let keptId: SequenceId | null = null
  watch(() => sequence()?.id ?? null, id => id !== keptId && (renderFault.value = null))
  watch([asPreset, asChosen, captionMode, () => choices.now.coverTakeId], () => renderFault.value = null)

  const blocking = computed(() => findings.value?.filter(finding => finding.isBlocking) ?? [])
  const worthKnowing = computed(() => findings.value?.filter(finding => !finding.isBlocking) ?? [])
  const isChecked = computed(() => sequence() !== null && findings.value !== null && blocking.value.length === 0)
  const mayRender = computed(() => isChecked.value && name.value.trim() !== '')

  /** As the sizes of a kit are asked for. */
  const kitWish = computed((): KitWish => {
    const { part, encoders, sizeWish, trackIds } = options
    // Without captions in the film there is no choice of tracks.
    const captionTrackIds = captionMode.value === 'none' ? null : trackIds.value
    return { ...part.wish.value, ...encoders.wish.value, ...sizeWish.value, captionTrackIds }
  })

  return {
    captionMode,
    kitWish,
    naming,
    name,
    options,
    findings: shallowReadonly(findings),
    blocking,
    worthKnowing,
    mayRender,
    isQueueing,
    fault: computed(() => renderFault.value ?? checkFault.value),
    check,
    /** Of a kit these parts. */
    async render(kit?: readonly KitPart[]): Promise<Delivery | null> {
      const chosen = preset()
      if (!chosen || !mayRender.value)
        return null
      const parts = kit ? { kit: [...kit] } : {}
      const base = { presetId: chosen.id, captionMode: captionMode.value, name: name.value.trim() }
      const wish = { ...base, options: { ...options.options.value, language: language.value }, ...parts }
      const sequenceId = options.sequence()?.id
      const { mostMegabytes } = options.sizeWish.value
      const size = mostMegabytes !== undefined && sequenceId !== undefined && { size: { sequenceId, mostMegabytes } }
      deliveredAs.value = { presetId: chosen.id, captionMode: captionMode.value, ...options.encoders.wish.value, ...size }
      const delivery = await intents.press(place, wish, async () => {
        naming.use()
        renderFault.value = null
        await edited.whenSent()
        const kept = await keep()
        keptId = kept
        const request = kept && { ...wish, sequenceId: kept }
        const answer = request
          && await intents.once(['render', request], requestId => attempt(studio.deliveries.render({ requestId, ...request })))
        renderFault.value = answer?.fault ?? null
        return answer?.value?.delivery ?? null
      })
      return delivery ?? null
    },
  }
}

function layoutOf({ projectId, width, height, rate }: Sequence): Layout {
  return { projectId, width, height, rate }
}
