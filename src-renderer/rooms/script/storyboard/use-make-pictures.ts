/** Making stills and shots: those of one picture, or all that there are to make, with one yes. */
import type { StoryboardPicture } from '#contract/storyboard.ts'
import type { PictureId, ProjectId } from '#contract/words.ts'
import type { Sending } from '../../../parts/spend/use-estimates.ts'
import type { Storyboard } from './use-storyboard.ts'
import { until } from '@vueuse/core'
import { computed } from 'vue'
import { makerModel, shotFields, shotKinds, stillFields, stillKinds } from '#rules/storyboard/picture-requests.ts'
import { picturesToMake } from '#rules/storyboard/pictures-to-make.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUnsaved } from '../../../parts/drafts/use-unsaved.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useSendings } from '../../../parts/jobs/use-sendings.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { usePayer } from '../../../parts/spend/use-payer.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { useJobs } from '../../../stores/jobs.ts'
import { useLoaded } from '../../../stores/loaded.ts'
import { useModels } from '../../../stores/models.ts'
import { useProject } from '../../../stores/project.ts'
import { useStatus } from '../../../stores/status.ts'
import { attempt, studio } from '../../../studio.ts'
import { isDraftKey } from './use-draft.ts'

const place = 'storyboard'

interface Wanted { readonly stills: readonly StoryboardPicture[], readonly shots: readonly StoryboardPicture[] }

export function useMakePictures({ projectId, board }: { projectId: () => ProjectId, board: Storyboard }) {
  const accounts = useAccounts()
  const estimates = useEstimates()
  const intents = useIntents()
  const isLoaded = useLoaded()
  const jobs = useJobs()
  const models = useModels()
  const notices = useNotices()
  const status = useStatus()
  const unsaved = useUnsaved()
  const { sendingsOf } = useSendings()
  const notePayer = usePayer()
  const open = useProject()

  const account = computed(() => accounts.current ?? null)
  /** While it is still loading, a press waits. */
  const maySend = computed(() => !isLoaded.value || accounts.canSend)
  const stillModel = computed(() => board.look.value && makerModel(board.look.value.still, models.all, stillKinds))
  const shotModel = computed(() => board.look.value && makerModel(board.look.value.shot, models.all, shotKinds))
  const toMake = computed<Wanted>(() => picturesToMake(board.cells.value.map(cell => cell.picture), board.isBeingMade))

  function sendingsFor({ stills, shots }: Wanted): Sending[] {
    const look = board.look.value
    const accountId = account.value?.id
    if (!look || accountId === undefined)
      return []
    const anyFile = { assetId: '0'.repeat(64) as never, mime: '' } // Its content changes no price.
    return [
      ...stills.flatMap((picture) => {
        const fields = stillModel.value && stillFields(picture, look, { model: stillModel.value, reference: null })
        return stillModel.value && fields ? sendingsOf(accountId, stillModel.value, fields) : []
      }),
      ...shots.flatMap((picture) => {
        const fields = shotModel.value && shotFields(picture, look, { model: shotModel.value, still: anyFile })
        return shotModel.value && fields ? sendingsOf(accountId, shotModel.value, fields) : []
      }),
    ]
  }

  async function send(wanted: Wanted, isAgain: boolean, isPayer: () => boolean): Promise<void> {
    const at = projectId()
    if (!account.value || !await estimates.confirm(sendingsFor(wanted), at) || !isPayer())
      return
    const ids = (all: readonly StoryboardPicture[]): PictureId[] => all.map(picture => picture.id)
    const request = { accountId: account.value.id, projectId: at, stills: ids(wanted.stills), shots: ids(wanted.shots), isAgain }
    const keys = [wanted.stills.map(picture => picture.stillKey), wanted.shots.map(picture => picture.shotKey)]
    const answer = await intents.once(
      ['storyboard', request, keys],
      requestId => attempt(studio.make.storyboard({ requestId, ...request })),
    )
    if (answer.fault)
      return notices.fault(answer.fault)
    const { jobIds, stillCount, shotCount, refused } = answer.value
    notices.say(t => t.storyboard.queued(stillCount, shotCount))
    const issue = refused[0]?.issues[0]
    if (issue)
      notices.say(t => t.storyboard.refused(refused.length, t.faults.issue(issue)), { tone: 'bad' })
    if (jobIds.length > 0)
      await until(() => jobs.get(jobIds.at(-1)) !== undefined || status.wire !== 'open').toBe(true)
  }

  /** What is sent is what is on screen: prompts and style are saved first. */
  async function press(what: unknown, find: () => Wanted, isAgain: boolean): Promise<void> {
    // While the accounts are loading, none is chosen yet.
    const pressed = isLoaded.value ? notePayer() : null
    await intents.press(place, what, async () => {
      await until(() => isLoaded.value && board.isReady.value && models.isReady).toBe(true)
      const isPayer = pressed ?? notePayer()
      if (!await unsaved.flushWhere(isDraftKey))
        return notices.say(t => t.storyboard.notSaved, { tone: 'bad' })
      // The pictures and the look are those of the open project.
      if (open.projectId !== projectId())
        return notices.say(t => t.script.projectLeft, { tone: 'bad' })
      if (!isPayer())
        return
      const wanted = find()
      if (wanted.stills.length + wanted.shots.length === 0)
        return notices.say(t => t.storyboard.queued(0, 0))
      await send(wanted, isAgain, isPayer)
    })
  }

  return {
    account,
    maySend,
    stillModel,
    shotModel,
    toMake,
    sendings: computed(() => sendingsFor(toMake.value)),
    sendingsFor,
    isSending: computed(() => intents.isUnderWay(place)),
    makeAll: () => press([projectId()], () => toMake.value, false),
    /** Another try where there is one already. */
    async makeOne(id: PictureId, part: 'still' | 'shot'): Promise<void> {
      await press([id, part], () => {
        const all = board.pictures.value.filter(picture => picture.id === id)
        return { stills: part === 'still' ? all : [], shots: part === 'shot' ? all : [] }
      }, true)
    },
  }
}

export type MakePictures = ReturnType<typeof useMakePictures>
