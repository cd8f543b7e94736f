/**
 * The sample project: a short scene made with the practice service, through the same calls as the user's own work.
 * Steps that were done are skipped, so it can be started again at any time.
 */
import type { Failure, Job } from '#contract/jobs.ts'
import type { Fields } from '#contract/models.ts'
import type { Project } from '#contract/projects.ts'
import type { Casting, Line } from '#contract/script.ts'
import type { SequenceSummary } from '#contract/sequences.ts'
import type { Take } from '#contract/takes.ts'
import type { JobId, ModelId, ProjectId, RequestId } from '#contract/words.ts'
import type { SampleStep } from '#rules/text/terminal/words.ts'
import type { Log } from '../base/log.ts'
import type { Ledger } from '../jobs/ledger-port.ts'
import type { Projects } from '../library/projects.ts'
import type { Takes } from '../library/takes.ts'
import type { TakeWordTimes } from '../library/word-times.ts'
import type { Make } from '../make/make.ts'
import type { Script } from '../script/script-port.ts'
import type { Sequences } from '../sequences/sequences-port.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import type { SampleLanguage, SampleScene } from './scene.ts'
import { isEnded } from '#rules/jobs/state-groups.ts'
import { practiceAccountId } from '../accounts/accounts.ts'
import { createLane } from '../base/concurrency.ts'
import { sha256 } from '../base/hash.ts'
import { jobEnd } from '../jobs/job-end.ts'
import { layOutProject } from '../sequences/lay-out-project.ts'
import { sampleScenes, sceneOf } from './scene.ts'

// Ids of the catalogue's entries.
const speechModel = 'qwen3-tts' as ModelId
const imageModel = 'eigen-image' as ModelId
const videoModel = 'wan2p2-i2v-14b-turbo' as ModelId

const size = { width: 1280, height: 720, rate: { numerator: 30, denominator: 1 } }

export interface Sample {
  /** Starts in this language, or continues; returns as soon as the first jobs are queued. */
  open: (language: SampleLanguage) => Promise<{ project: Project, jobIds: JobId[] }>
  /** The same; returns when the sequence is laid out. @throws SampleStepError */
  finish: (language: SampleLanguage, report: (step: SampleStep) => void) => Promise<{ project: Project, sequence: SequenceSummary }>
  /** Continues a sample that an earlier run did not finish. */
  resume: () => void
}

/** A step that did not end well: which, and why. */
export class SampleStepError extends Error {
  override readonly name = 'SampleStepError'
  readonly title: string
  readonly failure: Failure | null

  constructor({ title, state, failure }: Pick<Job, 'title' | 'state' | 'failure'>) {
    // For logs; a person is told by the texts.
    super(`${title}: ${[state, failure?.kind, failure?.said].filter(Boolean).join(' ')}`)
    this.title = title
    this.failure = failure
  }
}

interface SampleParts {
  projects: Projects
  takes: Takes
  takeWords: Pick<TakeWordTimes, 'known'>
  script: Script
  sequences: Sequences
  storyboard: Pick<Storyboard, 'edit' | 'look' | 'ofProject' | 'pictureIds' | 'setLook'>
  ledger: Ledger
  make: Make
  log: Log
  signal: AbortSignal
}

const pictureFields = { width: 1280, height: 720, seed: 7 }

function castingOf(speaker: string, voice: string): Casting {
  return { speaker, modelId: speechModel, voiceId: null, fields: { voice } }
}

export function createSample(parts: SampleParts): Sample {
  const { projects, takes, script, storyboard, sequences, ledger, make, log, signal } = parts
  let running: Promise<SequenceSummary> | undefined
  // Two pages may ask at once: the second one finds the sample of the first.
  const beginning = createLane({ concurrency: 1 })

  async function findOrCreate(language: SampleLanguage): Promise<Project> {
    const { name, voices, lines, image, motion } = sampleScenes[language]
    const project = await projects.findSample() ?? await projects.create(name, { isSample: true })
    if ((await script.linesWithTakes(project.id)).length === 0) {
      for (const [speaker, voice] of Object.entries(voices))
        await script.cast(project.id, castingOf(speaker, voice))
      const [first] = await script.add(project.id, null, lines)
      // The storyboard asks for the very picture and shot that are made below, so it gets their takes.
      const makers = { still: { modelId: imageModel, fields: pictureFields }, shot: { modelId: videoModel, fields: {} } }
      await storyboard.setLook(project.id, makers)
      if (first)
        await storyboard.edit(project.id, [{ lineId: first.id, prompt: image, motionPrompt: motion }])
    }
    return project
  }

  const begin = (language: SampleLanguage): Promise<Project> => beginning.run(() => findOrCreate(language))

  /** The same step of the same project has the same request id; a failed step is retried under the next number. */
  async function queue(projectId: ProjectId, step: string, ask: (requestId: RequestId) => Promise<JobId[]>): Promise<JobId> {
    for (let attempt = 0; ; attempt++) {
      const [jobId] = await ask(requestIdFor(`${projectId} ${step} ${attempt}`))
      if (jobId === undefined)
        throw new Error('The queue returned no job')
      const job = await ledger.get(jobId)
      if (job.state === 'done' || !isEnded(job.state))
        return jobId
    }
  }

  const intention = (projectId: ProjectId, modelId: ModelId, fields: Fields) =>
    (requestId: RequestId) => ({ requestId, accountId: practiceAccountId, modelId, fields, projectId })

  /** The scene of the language in which the project began. */
  async function sceneIn(projectId: ProjectId): Promise<SampleScene> {
    return sceneOf((await script.linesWithTakes(projectId)).map(({ line }) => line.speaker))
  }

  async function queueLine(projectId: ProjectId, line: Line, { voices }: SampleScene): Promise<JobId> {
    const { modelId, fields } = castingOf(line.speaker, voices[line.speaker] ?? Object.values(voices)[0] ?? '')
    const of = intention(projectId, modelId, { text: line.text, ...fields })
    const ask = (requestId: RequestId) => make.speech({ ...of(requestId), lineId: line.id, voiceId: null, isOverSocket: false })
    return queue(projectId, `line ${line.id}`, ask)
  }

  async function queueFirst(projectId: ProjectId): Promise<{ spoken: JobId[], drawn: JobId }> {
    const spoken: JobId[] = []
    const scene = await sceneIn(projectId)
    for (const { line } of await script.linesWithTakes(projectId))
      spoken.push(await queueLine(projectId, line, scene))
    const of = intention(projectId, imageModel, { prompt: scene.image, ...pictureFields })
    return { spoken, drawn: await queue(projectId, 'image', requestId => make.image(of(requestId))) }
  }

  async function takeOf(jobId: JobId): Promise<Take> {
    const job = await jobEnd(ledger, jobId, signal)
    const [take] = await takes.ofJob(jobId)
    if (job.state !== 'done' || !take)
      throw new SampleStepError(job)
    return take
  }

  async function makeAll(project: Project, report: (step: SampleStep) => void): Promise<SequenceSummary> {
    const [existing] = await sequences.ofProject(project.id)
    if (existing)
      return existing
    const { spoken, drawn } = await queueFirst(project.id)
    const image = await takeOf(drawn)
    report({ is: 'image' })
    const of = intention(project.id, videoModel, { prompt: (await sceneIn(project.id)).motion, image: { assetId: image.asset.id } })
    const shot = await queue(project.id, 'shot', requestId => make.video(of(requestId)))
    for (const [index, jobId] of spoken.entries()) {
      await takeOf(jobId)
      report({ is: 'line', number: index + 1, of: spoken.length })
    }
    await takeOf(shot)
    report({ is: 'shot' })
    await linesChosen(project.id)
    return layOutProject(parts, { projectId: project.id, ...size })
  }

  /** The script chooses a new take soon after it was filed, but the layout needs it chosen now. */
  async function linesChosen(projectId: ProjectId): Promise<void> {
    for (const { line } of await script.linesWithTakes(projectId)) {
      const [newest] = await takes.ofLine(line.id)
      if (newest && line.chosenTakeId === null)
        await script.choose(line.id, newest.id)
    }
  }

  function carryOn(project: Project, report: (step: SampleStep) => void): Promise<SequenceSummary> {
    running ??= makeAll(project, report).finally(() => {
      running = undefined
    })
    return running
  }

  function carryOnQuietly(project: Project): void {
    carryOn(project, () => {}).catch(error => !signal.aborted && log.warn('sample-stopped', { error }))
  }

  return {
    async open(language) {
      const project = await begin(language)
      const { spoken, drawn } = await queueFirst(project.id)
      carryOnQuietly(project)
      return { project: await projects.get(project.id), jobIds: [...spoken, drawn] }
    },
    async finish(language, report) {
      const project = await begin(language)
      report({ is: 'project' })
      return { project, sequence: await carryOn(project, report) }
    },
    resume() {
      projects.findSample().then(async (project) => {
        if (project && (await sequences.ofProject(project.id)).length === 0)
          carryOnQuietly(project)
      }).catch(error => log.warn('sample-stopped', { error }))
    },
  }
}

/** A UUID derived from these words (RFC 9562 §5.8). */
function requestIdFor(words: string): RequestId {
  const hex = sha256(words)
  return `${hex.slice(0, 8)}-${hex.slice(8, 12)}-8${hex.slice(13, 16)}-a${hex.slice(17, 20)}-${hex.slice(20, 32)}` as RequestId
}
