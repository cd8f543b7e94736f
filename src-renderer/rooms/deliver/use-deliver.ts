/** What is asked for — preset, captions, name — what would trouble it, and rendering it. */
import type { CaptionMode, Delivery, PreflightFinding } from '#contract/deliveries.ts'
import type { Sequence } from '#contract/sequences.ts'
import type { Preset } from '#rules/deliver/presets.ts'
import type { AnyFault } from '../../studio.ts'
import { useLocalStorage } from '@vueuse/core'
import { computed, shallowReadonly, shallowRef, watch } from 'vue'
import { RequestId } from '#contract/words.ts'
import { presetById, presets } from '#rules/deliver/presets.ts'
import { useProject } from '../../stores/project.ts'
import { useStatus } from '../../stores/status.ts'
import { attempt, studio } from '../../studio.ts'

export function usePreset() {
  const presetId = useLocalStorage('takeroom.preset', presets[0]?.id ?? '')
  const preset = computed<Preset | undefined>(() => presetById(presetId.value) ?? presets[0])
  return {
    preset,
    choose: (id: string) => {
      presetId.value = id
    },
    /** What a sequence is laid out for. */
    size: () => ({ width: preset.value?.width ?? 1280, height: preset.value?.height ?? 720 }),
  }
}

export function useDeliver(sequence: () => Sequence | null, preset: () => Preset | undefined) {
  const open = useProject()
  const status = useStatus()
  const captionMode = shallowRef<CaptionMode>('soft')
  const name = shallowRef('')
  const findings = shallowRef<readonly PreflightFinding[] | null>(null)
  const isQueueing = shallowRef(false)
  const fault = shallowRef<AnyFault | null>(null)
  let turn = 0

  // Each kind of place has its own habit; a choice made by hand stands until another preset is chosen.
  watch(() => preset()?.id, () => {
    captionMode.value = preset()?.captionModes[0] ?? 'soft'
  }, { immediate: true })
  watch(() => open.project?.name, (projectName, before) => {
    if (projectName && (name.value === '' || name.value === before))
      name.value = projectName
  }, { immediate: true })

  async function check(): Promise<void> {
    const mine = ++turn
    const sequenceId = sequence()?.id
    const answer = sequenceId ? await attempt(studio.deliveries.preflight({ sequenceId })) : null
    if (mine !== turn)
      return
    findings.value = answer?.value?.findings ?? null
    fault.value = answer?.fault ?? null
  }
  // A line that became stale troubles a render even where the layout stays as it is.
  watch(() => JSON.stringify([sequence()?.id, sequence()?.revision, status.now?.ffmpeg?.path, status.wire, open.lines.map(line => line.state)]), check, { immediate: true })

  const blocking = computed(() => findings.value?.filter(finding => finding.isBlocking) ?? [])
  const worthKnowing = computed(() => findings.value?.filter(finding => !finding.isBlocking) ?? [])
  const mayRender = computed(() => sequence() !== null && findings.value !== null && blocking.value.length === 0 && name.value.trim() !== '' && !isQueueing.value)

  return {
    captionMode,
    name,
    findings: shallowReadonly(findings),
    blocking,
    worthKnowing,
    mayRender,
    isQueueing: shallowReadonly(isQueueing),
    fault: shallowReadonly(fault),
    async render(): Promise<Delivery | null> {
      const asked = sequence()
      const chosen = preset()
      if (!asked || !chosen || !mayRender.value)
        return null
      isQueueing.value = true
      const answer = await attempt(studio.deliveries.render({
        requestId: RequestId.parse(crypto.randomUUID()),
        sequenceId: asked.id,
        presetId: chosen.id,
        captionMode: captionMode.value,
        name: name.value.trim(),
      }))
      isQueueing.value = false
      fault.value = answer.fault ?? null
      return answer.value?.delivery ?? null
    },
  }
}
