/**
 * Generates a shot or an image for a place of the tracks: by the storyboard's models and look, from the frames next to that place; or
 * another take of a clip, by the request of the one that it has.
 */
import type { Fields } from '#contract/models.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { SourceMoment } from '#rules/sequence/match-frame.ts'
import type { GivenPicture } from '#rules/storyboard/picture-requests.ts'
import type { AnyFault } from '../../../studio.ts'
import type { Editor } from '../use-editor.ts'
import type { Here } from './here.ts'
import { until } from '@vueuse/core'
import { computed, shallowRef, watch } from 'vue'
import { seedFieldOf } from '#rules/models/repeats.ts'
import { unknownModel } from '#rules/models/sent-values.ts'
import { secondsOfFrames } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { filmedMs } from '#rules/spend/quantities.ts'
import { endFieldOf, makerModel, shotFields, shotKinds, stillFields, stillKinds } from '#rules/storyboard/picture-requests.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useAlreadyMade } from '../../../parts/jobs/use-already-made.ts'
import { useSendings } from '../../../parts/jobs/use-sendings.ts'
import { useNamedRequest } from '../../../parts/shelf/use-named-request.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { useJobs } from '../../../stores/jobs.ts'
import { useLoaded } from '../../../stores/loaded.ts'
import { useModels } from '../../../stores/models.ts'
import { useStoryboardStore } from '../../../stores/storyboard.ts'
import { useTakes } from '../../../stores/takes.ts'
import { attempt, studio } from '../../../studio.ts'
import { randomId } from '../../../wire/random-id.ts'
import { intoOf } from './here.ts'
import { useFormer } from './use-former.ts'

/** Its content changes no price. */
const anyFile: GivenPicture = { assetId: '0'.repeat(64) as never, mime: 'image/png' }
/** Longer than models make shots. */
const mostShotSeconds = 60
const mostImageSeconds = 600
export const leastSeconds = 0.1

/** Once for a dialog. */
export function useGenerateHere(editor: Editor, here: Here) {
  const { projectId, sequenceId } = editor
  const accounts = useAccounts()
  const jobs = useJobs()
  const models = useModels()
  const storyboard = useStoryboardStore()
  const takes = useTakes()
  const notices = useNotices()
  const intents = useIntents()
  const estimates = useEstimates()
  const alreadyMade = useAlreadyMade()
  const isLoaded = useLoaded()
  const { sendingsOf } = useSendings()
  const names = useNamedRequest()
  const isImage = here.kind === 'image' || (here.kind === 'replace' && here.isStill)
  const fresh = { clipId: randomId<ClipId>(), trackId: randomId<TrackId>() }
  const text = shallowRef('')
  /** How many tries. */
  const count = shallowRef(1)
  const fault = shallowRef<AnyFault | null>(null)
  const secondsOf = (frames: number): number => Math.round(secondsOfFrames(frames, here.rate) * 100) / 100

  const kinds = isImage ? stillKinds : shotKinds
  const look = computed(() => storyboard.isReady ? storyboard.look : null)
  /** Of the take that is replaced: null for a file of one's own. */
  const former = useFormer(here, kinds)
  const model = computed(() => former.value?.model ?? (look.value && models.isReady
    ? makerModel(isImage ? look.value.still : look.value.shot, models.all, kinds) ?? null
    : null))
  // What is typed by then stays.
  watch(former, (request) => {
    if (request && text.value === '')
      text.value = request.prompt
  })
  /** What the request is made of. */
  const said = () => ({ text: text.value, look: look.value, model: model.value, former: former.value })
  /** Null without words, a model, or a picture to begin with. */
  function fieldsWith(now: ReturnType<typeof said>, picture: GivenPicture | null, end: GivenPicture | null): Fields | null {
    if (!now.look || !now.model)
      return null
    if (now.former)
      return now.text.trim() === '' ? null : { ...now.former.fields, prompt: now.text.trim() }
    const fields = isImage
      ? stillFields({ prompt: now.text }, now.look, { model: now.model, reference: picture })
      : shotFields({ motionPrompt: now.text }, now.look, { model: now.model, still: picture })
    const field = end && endFieldOf(now.model, end.mime)
    return fields && field && end ? { ...fields, [field.name]: { assetId: end.assetId } } : fields
  }
  const hasStart = isImage || here.first !== null
  /** The model takes the picture with which the shot ends, and there is one. */
  const hasEnd = computed(() => here.kind === 'fill' && here.last !== null
    && model.value !== null && endFieldOf(model.value, anyFile.mime) !== undefined)
  const sendings = computed(() => {
    const [account, made] = [accounts.current, model.value]
    const fields = hasStart ? fieldsWith(said(), isImage ? null : anyFile, null) : null
    return account && made && fields
      ? Array.from<Fields>({ length: count.value }).fill(fields).flatMap(each => sendingsOf(account.id, made, each))
      : []
  })

  const nameIssues = computed(() => {
    const fields = model.value && fieldsWith(said(), isImage ? null : anyFile, null)
    return model.value && fields ? names.resolved(model.value, fields, projectId).issues : []
  })

  const isWhole = computed(() => sendings.value.length > 0 && nameIssues.value.every(issue => issue.isWarning))

  /** About how long the model's shots are. */
  const shotSeconds = computed(() => {
    const { least, most } = filmedMs(model.value ?? unknownModel, former.value?.fields ?? look.value?.shot.fields ?? {})
    return (least + most) / 2000
  })
  const room = here.kind === 'fill' && here.room !== null ? secondsOf(here.room) : Infinity
  const mostSeconds = here.kind === 'image' ? mostImageSeconds : Math.min(mostShotSeconds, room)
  const chosenSeconds = shallowRef<number | null>(null)
  const seconds = computed(() => chosenSeconds.value
    ?? (here.kind === 'image' ? secondsOf(here.frames) : Math.min(shotSeconds.value, mostSeconds)))
  const frames = computed(() => {
    const { numerator, denominator } = here.rate
    const wanted = Math.max(1, Math.round(seconds.value * numerator / denominator))
    return here.kind === 'fill' && here.room !== null ? Math.min(here.room, wanted) : wanted
  })

  /** An image of that moment. The same frame again is the same file. Null where there is a fault. */
  async function pictureOf({ takeId, seconds: atSeconds }: SourceMoment): Promise<GivenPicture | null> {
    const { value, fault: notFound } = await takes.load(takeId)
    fault.value = notFound ?? null
    if (value?.take.medium !== 'video')
      return value ? { assetId: value.take.asset.id, mime: value.take.asset.mime } : null
    const answer = await attempt(studio.takes.frame({ takeId, atSeconds, projectId }))
    fault.value = answer.fault ?? null
    return answer.value ? { assetId: answer.value.take.asset.id, mime: answer.value.take.asset.mime } : null
  }
  /** All that is sent and paid for, as it is when it is asked for: fields and settings may be changed while it is under way. */
  const wished = () => ({
    ...said(),
    account: accounts.current,
    count: count.value,
    frames: frames.value,
    hasEnd: hasEnd.value,
    sendings: sendings.value,
    isWhole: isWhole.value,
  })
  type Wish = ReturnType<typeof wished>

  async function composed(wish: Wish): Promise<Fields | null> {
    if (wish.former)
      return fieldsWith(wish, null, null)
    if (isImage) {
      const referenceId = wish.look?.referenceTakeId
      const reference = referenceId ? (await takes.load(referenceId)).value?.take.asset : undefined
      return fieldsWith(wish, reference ? { assetId: reference.id, mime: reference.mime } : null, null)
    }
    const start = here.first && await pictureOf(here.first)
    const end = start && here.kind === 'fill' && here.last && wish.hasEnd ? await pictureOf(here.last) : null
    return start && fault.value === null ? fieldsWith(wish, start, end) : null
  }

  /** The place is seen only on a track. Nothing was queued before, so that what could not be sent leaves no empty track. */
  function showPlace(id: TrackId): void {
    const { document } = editor
    const all = document.value ? Object.values(document.value.tracks) : []
    if (document.value && all.every(track => track.kind !== 'pictures'))
      editor.edit('add-track', [{ do: 'addTrack', track: plainTrack('pictures', id), at: document.value.trackIds.length }])
  }

  async function sendNow({ account, model: made, count: tries, frames: length }: Wish, fields: Fields): Promise<boolean> {
    if (!account || !made)
      return false
    // With one seed, all tries would be the same.
    const seed = tries > 1 ? seedFieldOf(made)?.name : undefined
    const each = Object.fromEntries(Object.entries(fields).filter(([name]) => name !== seed))
    const wanted = Array.from<Fields>({ length: tries }).fill(each)
    const { variants } = await alreadyMade.toMake({ accountId: account.id, model: made, voiceId: null, projectId, variants: wanted })
    if (variants.length === 0)
      return false
    const into = intoOf(here, { sequenceId, frames: length, fresh })
    const request = { accountId: account.id, modelId: made.id, projectId, variants: [...variants], into }
    const send = isImage ? studio.make.images : studio.make.videos
    const before = new Set(jobs.all.map(job => job.id))
    let isOwn = false
    const answer = await intents.once(['here', here, made.id, variants], async (requestId) => {
      isOwn = jobs.all.some(job => job.requestId === requestId)
      return attempt(send({ requestId, ...request }))
    })
    fault.value = answer.fault ?? null
    if (answer.value?.jobIds.every(id => before.has(id)) && !isOwn)
      notices.say(t => t.generateHere.underWay)
    if (answer.value)
      showPlace(fresh.trackId)
    return answer.value !== undefined
  }

  const isReady = computed(() => isLoaded.value && storyboard.isReady && models.isReady)
  /** Before all has come, it is not known which account is meant. */
  async function generateNow(pressed: Wish | null): Promise<boolean> {
    await until(isReady).toBe(true)
    const wish = pressed ?? wished()
    if (!wish.isWhole || !await estimates.confirm(wish.sendings, projectId))
      return false
    const fields = await composed(wish)
    return fields !== null && await sendNow(wish, fields)
  }

  return {
    text,
    fault,
    model,
    style: computed(() => isImage && !former.value ? look.value?.style.trim() ?? '' : ''),
    isImage,
    first: computed(() => former.value ? former.value.first : here.kind === 'image' ? null : here.first),
    hasStart,
    hasEnd,
    seconds,
    mostSeconds,
    shotSeconds,
    count,
    setSeconds: (value: number): void => void (chosenSeconds.value = value),
    sendings,
    nameIssues,
    mayGenerate: computed(() => accounts.canSend && isWhole.value),
    isBusy: computed(() => intents.isUnderWay('generate-here')),
    /** True when it is queued: the dialog has nothing left to do. */
    async generate(): Promise<boolean> {
      const pressed = isReady.value ? wished() : null
      const key = [sequenceId, here, text.value, seconds.value, count.value]
      return await intents.press('generate-here', key, () => generateNow(pressed)) ?? false
    },
  }
}
