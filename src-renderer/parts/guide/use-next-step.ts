/** The next step of the open project, unless it is put off or no step is wanted; null while there is nothing to tell. */
import type { ProjectId } from '#contract/words.ts'
import type { NextStep, ProjectFacts } from '#rules/guide/next-step.ts'
import { refDebounced } from '@vueuse/core'
import { defineStore } from 'pinia'
import { computed, shallowRef, watch } from 'vue'
import { nextStep } from '#rules/guide/next-step.ts'
import { replacedTries } from '#rules/jobs/retries.ts'
import { linesToMake } from '#rules/script/line-fields.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { picturesToMake } from '#rules/storyboard/pictures-to-make.ts'
import { useProjectCastings } from '../../stores/castings.ts'
import { groupOf, isUnderWay, useJobs } from '../../stores/jobs.ts'
import { useModels } from '../../stores/models.ts'
import { useProject } from '../../stores/project.ts'
import { useProjects } from '../../stores/projects.ts'
import { useSettings } from '../../stores/settings.ts'
import { steadyList } from '../../stores/steady-list.ts'
import { useStoryboardStore } from '../../stores/storyboard.ts'

/** A step that is over as soon as it has begun, such as the moment between the end of a job and its take, is not told. */
const steadyMs = 400

/** Steps that the user put off, until the next step or the next start. */
const useStepsPutOff = defineStore('steps-put-off', () => {
  const all = shallowRef<ReadonlySet<string>>(new Set())
  /** Projects that had nothing to tell when they were last open. */
  const without = new Set<ProjectId>()
  return { all, without, add: (key: string) => all.value = new Set([...all.value, key]) }
})

export function useNextStep() {
  const open = useProject()
  const projects = useProjects()
  const board = useStoryboardStore()
  const jobs = useJobs()
  const castings = useProjectCastings()
  const models = useModels()
  const settings = useSettings()
  const putOff = useStepsPutOff()

  const hasDelivered = computed(() => [...projects.all, ...projects.trashed].some(each =>
    !each.isSample && each.id !== open.projectId && each.deliveryCount > 0))
  const mayBeTold = computed(() => settings.isReady && settings.now.showsNextStep && projects.isReady && !hasDelivered.value
    && open.project !== undefined)
  const isRead = computed(() => open.hasLines && open.hasSequences && open.hasDeliveries && board.isReady && jobs.isReady
    && castings.isReady && models.isReady)

  /** Others, such as hundreds of transcripts, change nothing here. */
  const jobsOfSteps = steadyList(() => jobs.all.filter(job =>
    job.projectId === open.projectId && (job.lineId !== null || job.requestKey !== null || job.kind === 'render')))
  /** Whose model is in the catalogue: without it nothing can be generated for them. */
  const voiced = computed(() => new Set(castings.all.filter(({ modelId }) => models.get(modelId)).map(({ speaker }) => speaker)))
  const worded = computed(() => open.lines.filter(line => isSpoken(line) && line.text.trim() !== ''))

  function factsOf(project: NonNullable<typeof open.project>): ProjectFacts {
    const own = jobsOfSteps.value
    const replaced = replacedTries(own)
    const underWay = new Set(own.filter(isUnderWay).map(job => job.lineId))
    const keysUnderWay = new Set(own
      .filter(job => isUnderWay(job) || (groupOf(job) === 'unsure' && !replaced.has(job.id)))
      .map(job => job.requestKey))
    const unsure = new Set(own.filter(job => groupOf(job) === 'unsure' && !replaced.has(job.id)).map(job => job.lineId))
    const lacking = linesToMake(worded.value, line => underWay.has(line.id) || unsure.has(line.id))
    const voiceless = new Set(lacking.filter(line => !voiced.value.has(line.speaker)))
    return {
      isSample: project.isSample,
      hasDelivered: hasDelivered.value,
      wordedLines: worded.value.length,
      // Without a voice there is nothing to ask for.
      voiceless: [...new Set(worded.value.filter(line => line.requestKey === null || voiceless.has(line)).map(line => line.speaker))],
      toMake: lacking.filter(line => line.requestKey !== null && !voiceless.has(line)).length,
      beingMade: worded.value.filter(line => underWay.has(line.id)).length,
      toDraw: picturesToMake(board.pictures, key => keysUnderWay.has(key)).stills.length,
      beingDrawn: board.pictures.filter(picture => picture.stillKey !== null && keysUnderWay.has(picture.stillKey)).length,
      unsure: worded.value.filter(line => line.state !== 'made' && unsure.has(line.id)).length,
      takes: project.takeCount,
      sequences: open.sequences.filter(({ durationFrames }) => durationFrames > 0).length,
      delivered: open.deliveries.filter(delivery => delivery.files.length > 0).length,
      isRendering: own.some(job => job.kind === 'render' && isUnderWay(job)),
    }
  }

  const keyOf = (step: NextStep): string => `${open.projectId} ${step.is}`
  const now = computed(() => {
    const step = mayBeTold.value && isRead.value && open.project ? nextStep(factsOf(open.project)) : null
    return step && !putOff.all.has(keyOf(step)) ? step : null
  })
  // Equal steps are the same: news of jobs comes many times a second.
  const text = computed(() => JSON.stringify(now.value))
  const steady = refDebounced(text, steadyMs)
  watch([() => open.projectId, isRead, now], ([projectId, hasRead, step]) => {
    if (projectId !== null && hasRead && step)
      putOff.without.delete(projectId)
    else if (projectId !== null && hasRead)
      putOff.without.add(projectId)
  }, { immediate: true })

  return {
    step: computed<NextStep | null>(() => now.value && JSON.parse(steady.value) as NextStep | null), // as it was written above
    /** Its place is left free while it is not known yet: what is below would move when it comes. */
    isExpected: computed(() => mayBeTold.value && (isRead.value
      ? now.value !== null || text.value !== steady.value
      : open.projectId !== null && !putOff.without.has(open.projectId))),
    notNow(step: NextStep): void {
      putOff.add(keyOf(step))
    },
  }
}
