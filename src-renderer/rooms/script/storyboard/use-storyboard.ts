/** The storyboard of the open project: which picture is seen at which line, how far it is, and changing it with a way back. */
import type { Job } from '#contract/jobs.ts'
import type { AskedStep } from '#contract/journal.ts'
import type { Line } from '#contract/script.ts'
import type { PictureEdit, StoryboardLook, StoryboardPicture } from '#contract/storyboard.ts'
import type { Take } from '#contract/takes.ts'
import type { LineId, PictureId, ProjectId, TakeId } from '#contract/words.ts'
import type { Texts } from '../../../texts/texts.ts'
import { computed } from 'vue'
import { isTroubled } from '#rules/jobs/state-groups.ts'
import { isBlank, placePictures } from '#rules/storyboard/place-pictures.ts'
import { missingSeconds } from '#rules/storyboard/short-shots.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { isUnderWay, useJobs } from '../../../stores/jobs.ts'
import { useStoryboardStore } from '../../../stores/storyboard.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, studio } from '../../../studio.ts'

export type CellState = 'empty' | 'planned' | 'making' | 'still' | 'shot' | 'failed'

export interface Cell {
  readonly picture: StoryboardPicture
  /** All lines that the picture covers; the first has its cell. */
  readonly lineIds: readonly LineId[]
  readonly state: CellState
  readonly isStale: boolean
  /** The work that makes it, or failed to. */
  readonly job: Job | null
  /** What the cell shows; null while there is none. */
  readonly takeId: TakeId | null
}

export type LookPart = Omit<Parameters<typeof studio.storyboard.setLook>[0], 'projectId' | 'expected' | 'step'>

const blank = { prompt: '', motionPrompt: '', stillTakeId: null, shotTakeId: null }

export function useStoryboard({ projectId, lines }: { projectId: () => ProjectId, lines: () => readonly Line[] }) {
  const store = useStoryboardStore()
  const jobs = useJobs()
  const takes = useTakes()
  const notices = useNotices()
  const undo = useUndo()

  /** The newest job of each request. */
  const jobByKey = computed(() => {
    const newest = new Map<string, Job>()
    for (const job of jobs.all) {
      if (job.requestKey !== null && !newest.has(job.requestKey))
        newest.set(job.requestKey, job)
    }
    return newest
  })
  const isBeingMade = (key: string): boolean => {
    const job = jobByKey.value.get(key)
    return job !== undefined && (isUnderWay(job) || job.state === 'unsure')
  }

  function jobOf({ still, shot, stillKey, shotKey }: StoryboardPicture): Job | null {
    const all = [shot === 'made' ? null : shotKey, still === 'made' ? null : stillKey].flatMap(key => jobByKey.value.get(key ?? '') ?? [])
    // One of another try continues while its picture is there.
    const others = [shotKey, stillKey].flatMap(key => jobByKey.value.get(key ?? '') ?? []).filter(isUnderWay)
    return [...all, ...others].find(job => isUnderWay(job))
      ?? all.find(job => isTroubled(job.state))
      ?? null
  }

  function cellOf(picture: StoryboardPicture, lineIds: readonly LineId[]): Cell {
    const job = jobOf(picture)
    const takeId = picture.shotTakeId ?? picture.stillTakeId
    const state = job !== null && isUnderWay(job)
      ? 'making'
      : job !== null
        ? 'failed'
        : picture.shotTakeId !== null ? 'shot' : picture.stillTakeId !== null ? 'still' : 'planned'
    return { picture, lineIds, state, job, takeId, isStale: picture.still === 'stale' || picture.shot === 'stale' }
  }

  const cells = computed<readonly Cell[]>(() =>
    placePictures(lines().map(line => line.id), store.pictures).map(({ picture, lineIds }) => cellOf(picture, lineIds)))
  const byLine = computed(() => new Map(cells.value.flatMap(cell => cell.lineIds.map((lineId): [LineId, Cell] => [lineId, cell]))))

  /** Answers the pictures that it changed; null when it could not be done, which is told. */
  async function change(edits: readonly PictureEdit[], step?: AskedStep): Promise<readonly StoryboardPicture[] | null> {
    const shown = partsBefore(edits, store.pictures)
    const answer = await attempt(studio.storyboard.edit({
      projectId: projectId(),
      edits: edits.map((edit, at) => {
        const { lineId: _, ...expected } = shown[at] ?? edit
        return { ...edit, expected }
      }),
      ...step && { step },
    }))
    if (answer.fault) {
      notices.fault(answer.fault)
      return null
    }
    store.put(answer.value.pictures)
    return answer.value.pictures
  }
  const edit = async (edits: readonly PictureEdit[]): Promise<boolean> => await change(edits) !== null

  /** What edits change, as these pictures have it. */
  function partsBefore(edits: readonly PictureEdit[], pictures: readonly StoryboardPicture[]): PictureEdit[] {
    const lineIds = lines().map(line => line.id)
    const placed = new Map(placePictures(lineIds, pictures).map(each => [each.lineIds[0], each.picture]))
    return edits.map(({ lineId, ...set }) => {
      const picture = placed.get(lineId) ?? pictures.find(each => isBlank(each) && each.lineIds[0] === lineId)
      const found = { ...blank, lineIds: [lineId], ...picture }
      return {
        lineId,
        ...(set.prompt !== undefined && { prompt: found.prompt }),
        ...(set.motionPrompt !== undefined && { motionPrompt: found.motionPrompt }),
        ...(set.stillTakeId !== undefined && { stillTakeId: found.stillTakeId }),
        ...(set.shotTakeId !== undefined && { shotTakeId: found.shotTakeId }),
        ...(set.lineIds !== undefined && { lineIds: found.lineIds }),
      }
    })
  }

  /** Changes pictures, says so, and offers to undo it. Answers whether it is done. */
  async function act(edits: readonly PictureEdit[], say: (t: Texts) => string): Promise<boolean> {
    const step = undo.step({ name: 'changePictures', of: String(edits.length) }, projectId())
    if (!await change(edits, step))
      return false
    notices.say(say, { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
    return true
  }

  /** How many seconds the shot of a picture ends before its lines; 0 where it does not, or as long as that is not known. */
  function shortBy({ picture, lineIds }: Cell): number {
    const shot = takes.get(picture.shotTakeId)
    const heard = lines().filter(line => lineIds.includes(line.id) && line.chosenTakeId !== null)
    return shot && heard.length > 0
      ? missingSeconds(shot.asset.durationSeconds, heard.map(line => ({
        seconds: takes.get(line.chosenTakeId)?.asset.durationSeconds ?? null,
        pauseSeconds: line.pauseSeconds,
      }))) ?? 0
      : 0
  }

  const placeOf = (lineId: LineId): number => (lines().find(line => line.id === lineId)?.position ?? -1) + 1
  /** The line that a picture seen at this line begins at. */
  const leadOf = (lineId: LineId): LineId => byLine.value.get(lineId)?.lineIds[0] ?? lineId

  return {
    isReady: computed(() => store.isReady && jobs.isReady),
    look: computed(() => store.look),
    pictures: computed(() => store.pictures),
    cells,
    byLine,
    isBeingMade,
    shortBy,
    placeOf,
    leadOf,
    putLook: store.putLook,
    edit,
    act,
    /** A picture becomes the still, a film the shot, of the picture that is seen at this line. */
    show: (lineId: LineId, take: Pick<Take, 'id' | 'medium'>) => act([{
      lineId: leadOf(lineId),
      // A shot that was made of the former still would hide the new one.
      ...(take.medium === 'video' ? { shotTakeId: take.id } : { stillTakeId: take.id, shotTakeId: null }),
    }], t => t.storyboard.panel.chosen),
    clear: (lineId: LineId) => act([{ lineId: leadOf(lineId), ...blank, lineIds: [leadOf(lineId)] }], t => t.storyboard.panel.cleared),
    /** Uses the picture from its line to this one; pictures in between make room. */
    async span(lineId: LineId, lastId: LineId): Promise<void> {
      const ids = lines().map(line => line.id)
      const lead = leadOf(lineId)
      const run = ids.slice(ids.indexOf(lead), Math.max(ids.indexOf(lead), ids.indexOf(lastId)) + 1)
      const inside = cells.value.flatMap(cell => cell.lineIds[0] !== lead && run.includes(cell.lineIds[0]!) ? cell.lineIds[0]! : [])
      await act(
        [...inside.map(id => ({ lineId: id, ...blank, lineIds: [id] })), { lineId: lead, lineIds: run }],
        t => t.storyboard.panel.spanned(placeOf(lead), placeOf(run.at(-1) ?? lead)),
      )
    },
    async setLook(part: LookPart, isStep = true): Promise<boolean> {
      const expected = store.look ? lookParts(store.look, part) : undefined
      // The values of a model are dragged and typed: what is done in one stretch is one step.
      const joins = part.still ? 'look still' : part.shot ? 'look shot' : undefined
      const step = isStep && undo.step({ name: 'changeLook', of: '', ...joins !== undefined && { joins } }, projectId())
      const asked = { projectId: projectId(), ...part, ...expected && { expected }, ...step && { step } }
      const answer = await attempt(studio.storyboard.setLook(asked))
      if (answer.fault)
        notices.fault(answer.fault)
      else
        store.putLook(answer.value.look)
      return !answer.fault
    },
  }
}

/** What the look has where the part sets something. */
function lookParts(look: StoryboardLook, part: LookPart): NonNullable<Parameters<typeof studio.storyboard.setLook>[0]['expected']> {
  const { whenShortOf, ...plain } = part
  const pictureIds = Object.keys(whenShortOf ?? {}) as PictureId[] // the keys of a record of pictures
  return {
    ...Object.fromEntries(Object.keys(plain).map(name => [name, look[name as keyof typeof plain]])), // its own keys
    ...whenShortOf && { whenShortOf: Object.fromEntries(pictureIds.map(id => [id, look.whenShortOf[id] ?? null])) },
  }
}

export type Storyboard = ReturnType<typeof useStoryboard>
