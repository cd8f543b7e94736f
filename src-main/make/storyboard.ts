/** Stills and shots of the storyboard become jobs by one call and in one transaction, so that a crash queues all or none. */
import type { FieldIssue } from '#contract/faults.ts'
import type { StoryboardPicture } from '#contract/storyboard.ts'
import type { AccountId, JobId, PictureId, ProjectId, RequestId } from '#contract/words.ts'
import type { DrawFrom } from '#rules/shelf/request.ts'
import type { NewJob } from '../jobs/ledger-port.ts'
import type { Asked } from '../storyboard/picture-states.ts'
import type { Storyboard } from '../storyboard/storyboard.ts'
import type { Queue, QueuePorts } from './queue.ts'
import { isFault } from '#contract/faults.ts'
import { picturesToMake } from '#rules/storyboard/pictures-to-make.ts'
import { createLane } from '../base/concurrency.ts'
import { derivedId } from '../base/ids.ts'
import { madeForPicture } from '../storyboard/picture-states.ts'
import { editsPicture } from './shape-request.ts'

export interface PicturesAsked {
  readonly requestId: RequestId
  readonly accountId: AccountId
  readonly projectId: ProjectId
  readonly stills: readonly PictureId[]
  readonly shots: readonly PictureId[]
  /** Also what is made already: another try. */
  readonly isAgain: boolean
}

export interface PicturesQueued {
  readonly jobIds: JobId[]
  readonly stillCount: number
  readonly shotCount: number
  /** Those that their model would refuse; the others are queued. */
  readonly refused: { pictureId: PictureId, issues: FieldIssue[] }[]
}

export interface StoryboardWork {
  /**
   * Queues those of the stills and shots that have a prompt and no fitting take, and are not being made. The same request id again
   * answers the jobs that it made. Faults: those of `Queue.check` but bad-fields.
   */
  storyboard: (asked: PicturesAsked) => Promise<PicturesQueued>
}

export interface StoryboardWorkPorts extends Pick<QueuePorts, 'ledger'> {
  readonly storyboard: Pick<Storyboard, 'read' | 'ofProject'>
}

interface Wanted { readonly id: PictureId, readonly part: 'still' | 'shot', readonly asked: Asked, readonly draw: DrawFrom }

export function createStoryboardWork(queue: Queue, { ledger, storyboard }: StoryboardWorkPorts): StoryboardWork {
  // One at a time: two at once would each find that nobody makes a picture.
  const lane = createLane({ concurrency: 1 })

  async function wanted({ projectId, stills, shots, isAgain }: PicturesAsked): Promise<Wanted[]> {
    const read = new Map((await storyboard.read(projectId)).map(each => [each.picture.id, each]))
    // In the order of the script.
    const all = (await storyboard.ofProject(projectId)).flatMap(({ picture }) => read.get(picture.id) ?? [])
    const { requestKeys } = await ledger.underWay()
    const of = (part: Wanted['part'], ids: readonly PictureId[]): Wanted[] => {
      const asked = new Set(ids)
      const open = all.filter(({ picture }) => asked.has(picture.id)).map(({ picture }) => isAgain ? asUnmade(picture, part) : picture)
      const toMake = picturesToMake(open, key => requestKeys.has(key))[part === 'still' ? 'stills' : 'shots']
      return toMake.flatMap(({ id }) => {
        const found = read.get(id)
        const request = part === 'still' ? found?.askedStill : found?.askedShot
        return found && request ? [{ id, part, asked: request, draw: found.draw }] : []
      })
    }
    return [...of('still', stills), ...of('shot', shots)]
  }

  async function jobFor(all: PicturesAsked, { id, part, asked, draw }: Wanted, admit: Queue['admit']): Promise<NewJob> {
    const { requestId: batchId, accountId, projectId } = all
    const { model, typed: fields } = asked
    // Always the same, so that it is made once.
    const requestId = derivedId(batchId, `${part} ${id}`) as RequestId // has the form of an id
    const intention = { requestId, accountId, modelId: model.id, fields, projectId, draw }
    const checked = await queue.check(intention, part === 'still' ? ['image', 'edit'] : ['video'], admit)
    const kind = part === 'shot' ? 'video' : model.kind === 'edit' || editsPicture(model, asked.fields) ? 'edit' : 'image'
    return queue.jobOf(checked, { kind, batchId, requestKey: asked.key, take: { kind, madeFrom: madeForPicture(id) } })
  }

  async function queued(jobIds: JobId[], refused: PicturesQueued['refused']): Promise<PicturesQueued> {
    const shotCount = (await ledger.rows(jobIds)).filter(row => row.kind === 'video').length
    return { jobIds, stillCount: jobIds.length - shotCount, shotCount, refused }
  }

  async function queueAll(asked: PicturesAsked): Promise<PicturesQueued> {
    const before = await ledger.madeBy(asked.requestId)
    if (before.length > 0)
      return queued(before, [])
    const admitted = await queue.admit(asked.accountId)
    const jobs: NewJob[] = []
    const refused: PicturesQueued['refused'] = []
    for (const each of await wanted(asked)) {
      try {
        jobs.push(await jobFor(asked, each, async () => admitted))
      }
      catch (error) {
        if (!isFault(error, 'bad-fields'))
          throw error
        refused.push({ pictureId: each.id, issues: error.data.issues })
      }
    }
    if (jobs.length > 0)
      await queue.add(jobs)
    return queued(await ledger.madeBy(asked.requestId), refused)
  }

  return { storyboard: asked => lane.run(() => queueAll(asked)) }
}

function asUnmade(picture: StoryboardPicture, part: Wanted['part']): StoryboardPicture {
  return part === 'still' ? { ...picture, still: 'none', fittingStillId: null } : { ...picture, shot: 'none', fittingShotId: null }
}
