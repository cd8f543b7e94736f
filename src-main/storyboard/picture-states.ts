/** What follows from the rows of a storyboard: what each picture asks for, whether its takes are of that, and which takes elsewhere are. */
import type { Fields, Model } from '#contract/models.ts'
import type { ShelfEntry } from '#contract/shelf.ts'
import type { StoryboardLook, StoryboardPicture } from '#contract/storyboard.ts'
import type { Take } from '#contract/takes.ts'
import type { PictureId, ProjectId, TakeId } from '#contract/words.ts'
import type { DrawFrom } from '#rules/shelf/request.ts'
import type { Takes } from '../library/takes.ts'
import type { PictureRow } from './picture-rows.ts'
import { resolveRequest } from '#rules/shelf/request.ts'
import { makerModel, requestText, shotFields, shotKinds, stillFields, stillKinds } from '#rules/storyboard/picture-requests.ts'
import { sha256 } from '../base/hash.ts'

/** One request of a picture. */
export interface Asked {
  readonly model: Model
  /** With names of the shelf, as they were typed. */
  readonly typed: Fields
  /** Of what is sent. */
  readonly fields: Fields
  readonly key: string
}

/** The same words for each try of a picture, and in its copies: what it asks for does not change by itself. */
function drawForPicture({ id, draw_from }: Pick<PictureRow, 'id' | 'draw_from'>): DrawFrom {
  return { from: draw_from ?? id, addsSeed: false }
}

export interface ReadPicture {
  readonly row: PictureRow
  readonly picture: StoryboardPicture
  readonly still: Take | null
  readonly shot: Take | null
  readonly askedStill: Asked | null
  readonly askedShot: Asked | null
  readonly draw: DrawFrom
}

type Part = 'still' | 'shot'

/** Filed with each take that is made for a picture; see `NewTake.madeFrom`. */
export function madeForPicture(id: PictureId): string {
  return `picture:${id}`
}

/** Null for takes that were made for something else. */
export function pictureOf(madeFrom: string | null | undefined): string | null {
  return /^picture:([0-9a-f-]{36})$/.exec(madeFrom ?? '')?.[1] ?? null
}

/** Equal for requests that ask this model for the very same. */
export function requestKeyOf(model: Model, fields: Fields): string {
  return sha256(requestText(model, fields)).slice(0, 32)
}

/** Null where the request or its model is not known. */
export function keyOfTake(take: Take, models: readonly Model[]): string | null {
  const model = models.find(each => each.id === take.modelId)
  return take.request && model ? requestKeyOf(model, take.request.fields) : null
}

export function isUsable(take: Take | null | undefined): take is Take {
  return take !== null && take !== undefined && take.trashedAt === null && !take.asset.isMissing && !take.arrival?.incomplete
}

/** The takes of a library that were made by requests like these, a starred one before others; practice takes serve only their own project. */
async function fittingTakes(
  takes: Pick<Takes, 'madeOf'>,
  asked: readonly Asked[],
  { projectId, models }: { projectId: ProjectId, models: readonly Model[] },
): Promise<Map<string, TakeId>> {
  const found = new Map<string, TakeId>()
  for (const [modelId, requests] of Map.groupBy(asked, request => request.model.id)) {
    const texts = [...new Set(requests.map(request => String(request.fields.prompt)))]
    for (const isPractice of [false, true]) {
      const made = await takes.madeOf({ modelId, isPractice, texts, files: [] })
      const byStar = made.toSorted((a, b) => Number(b.isStarred) - Number(a.isStarred))
      for (const take of byStar.filter(each => !isPractice || each.projectId === projectId)) {
        const key = keyOfTake(take, models)
        if (key !== null && !found.has(key))
          found.set(key, take.id)
      }
    }
  }
  return found
}

export async function readPictures(
  rows: readonly PictureRow[],
  { look, takes, models, shelf }: {
    look: StoryboardLook
    takes: Pick<Takes, 'find' | 'madeOf'>
    models: readonly Model[]
    shelf: readonly ShelfEntry[]
  },
): Promise<ReadPicture[]> {
  const named = rows.flatMap(row => [row.still_take_id, row.shot_take_id]).filter(id => id !== null)
  const known = new Map((await takes.find([...new Set([...named, ...look.referenceTakeId === null ? [] : [look.referenceTakeId]])]))
    .map(take => [take.id, take]))
  const chosen = (id: TakeId | null): Take | null => {
    const take = id === null ? undefined : known.get(id)
    return take && take.trashedAt === null ? take : null
  }
  const reference = chosen(look.referenceTakeId)
  const [stillModel, shotModel] = [makerModel(look.still, models, stillKinds), makerModel(look.shot, models, shotKinds)]

  const askOf = (row: PictureRow, model: Model | undefined, fieldsOf: (model: Model) => Fields | null): Asked | null => {
    const typed = model && fieldsOf(model)
    if (!model || !typed)
      return null
    // A name that cannot be read is told when it is generated.
    const { fields } = resolveRequest(model, typed, shelf, drawForPicture(row))
    return { model, typed, fields, key: requestKeyOf(model, fields) }
  }
  const fileOf = (take: Take | null) => take && { assetId: take.asset.id, mime: take.asset.mime }
  const stateOf = (take: Take | null, isGiven: boolean, asked: Asked | null): StoryboardPicture[Part] => {
    if (take === null)
      return 'none'
    return isGiven || take.request === null || keyOfTake(take, models) === asked?.key ? 'made' : 'stale'
  }
  const find = async (all: readonly (Asked | null)[]) => fittingTakes(takes, all.filter(each => each !== null), {
    projectId: look.id,
    models,
  })
  const load = async (ids: Iterable<TakeId>): Promise<void> => {
    for (const take of await takes.find([...new Set(ids)].filter(id => !known.has(id))))
      known.set(take.id, take)
  }

  const withStills = rows.map((row) => {
    const asked = askOf(row, stillModel, model => stillFields({ prompt: row.prompt }, look, { model, reference: fileOf(reference) }))
    const take = chosen(row.still_take_id)
    return { row, asked, take, state: stateOf(take, row.still_is_given, asked) }
  })
  const fittingStills = await find(withStills.map(({ asked, state }) => state === 'made' ? null : asked))
  await load(fittingStills.values())

  const withShots = withStills.map(({ row, ...still }) => {
    const fitting = still.asked && still.state !== 'made' ? fittingStills.get(still.asked.key) ?? null : null
    // One whose still is in the trash shows a fitting one until that is restored.
    const standsIn = still.take === null && row.still_take_id !== null ? chosen(fitting) : null
    const seen = standsIn ?? still.take
    const asked = askOf(row, shotModel, model => shotFields({ motionPrompt: row.motion_prompt }, look, { model, still: fileOf(seen) }))
    const take = chosen(row.shot_take_id)
    return {
      row,
      still: { ...still, take: seen, state: standsIn ? 'made' as const : still.state, fitting },
      shot: { asked, take, state: stateOf(take, row.shot_is_given, asked) },
    }
  })
  const fittingShots = await find(withShots.map(({ shot }) => shot.state === 'made' ? null : shot.asked))
  await load(fittingShots.values())

  return withShots.map(({ row, still, shot }) => {
    const fitting = shot.asked && shot.state !== 'made' ? fittingShots.get(shot.asked.key) ?? null : null
    const standsIn = shot.take === null && row.shot_take_id !== null ? chosen(fitting) : null
    const seen = standsIn ?? shot.take
    return {
      row,
      still: still.take,
      shot: seen,
      askedStill: still.asked,
      askedShot: shot.asked,
      draw: drawForPicture(row),
      picture: {
        id: row.id,
        projectId: row.project_id,
        lineIds: row.line_ids,
        prompt: row.prompt,
        motionPrompt: row.motion_prompt,
        stillTakeId: still.take?.id ?? null,
        shotTakeId: seen?.id ?? null,
        still: still.state,
        shot: standsIn ? 'made' : shot.state,
        stillKey: still.asked?.key ?? null,
        shotKey: shot.asked?.key ?? null,
        fittingStillId: still.state === 'made' ? still.take?.id ?? null : still.fitting,
        fittingShotId: standsIn || shot.state === 'made' ? seen?.id ?? null : fitting,
        changedAt: row.changed_at,
      },
    }
  })
}
