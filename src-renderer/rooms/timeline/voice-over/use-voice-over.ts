/** A line that is typed at the playhead: it is added to the script, generated with its speaker's voice, and placed where it was typed. */
import type { IntoPlace } from '#contract/into.ts'
import type { Line } from '#contract/script.ts'
import type { ClipId, TrackId } from '#contract/words.ts'
import type { Pace } from '#rules/script/pace.ts'
import type { AnyFault } from '../../../studio.ts'
import type { Editor } from '../use-editor.ts'
import { until, useLocalStorage } from '@vueuse/core'
import { computed, shallowRef } from 'vue'
import { fieldsOfLine } from '#rules/script/line-fields.ts'
import { languageOfSpeaker } from '#rules/script/line-language.ts'
import { spokenLength, usualPaceOf } from '#rules/script/pace.ts'
import { refittingTo } from '#rules/sequence/edit/refit.ts'
import { framesWithin } from '#rules/sequence/frames.ts'
import { plainTrack } from '#rules/sequence/new-tracks.ts'
import { useNotices } from '../../../actions/notices.ts'
import { useUndo } from '../../../actions/undo.ts'
import { useIntents } from '../../../parts/intents/use-intents.ts'
import { useSendings } from '../../../parts/jobs/use-sendings.ts'
import { useEstimates } from '../../../parts/spend/use-estimates.ts'
import { useAccounts } from '../../../stores/accounts.ts'
import { useProjectCastings } from '../../../stores/castings.ts'
import { useJobs } from '../../../stores/jobs.ts'
import { useLoaded } from '../../../stores/loaded.ts'
import { useModels } from '../../../stores/models.ts'
import { usePronunciations } from '../../../stores/pronunciations.ts'
import { useScriptLanguages } from '../../../stores/script-languages.ts'
import { attempt, studio } from '../../../studio.ts'
import { pageKeys } from '../../../wire/page-keys.ts'
import { randomId } from '../../../wire/random-id.ts'
import { usePlaceTakes } from '../acts/use-place-takes.ts'
import { orderedTracks } from '../view/rows.ts'
import { lineBefore } from './line-before.ts'

/** Once for a dialog: the line is for the frame at which the playhead is now. */
export function useVoiceOver(editor: Editor) {
  const { projectId, sequenceId, view } = editor
  const accounts = useAccounts()
  const jobs = useJobs()
  const models = useModels()
  const said = usePronunciations()
  const languages = useScriptLanguages()
  const notices = useNotices()
  const undo = useUndo()
  const intents = useIntents()
  const estimates = useEstimates()
  const isLoaded = useLoaded()
  const { sendingsOf } = useSendings()
  const { placeById } = usePlaceTakes(editor)
  const frame = view.playhead.value
  const rate = editor.rate.value
  /** In the frame rate that the sequence has by now. */
  const frameNow = (): number => refittingTo(editor.rate.value, rate).frameOf(frame)
  const text = shallowRef('')
  const cast = useProjectCastings()
  /** Null before main has told. */
  const castings = computed(() => cast.isReady ? cast.all : null)
  const paces = shallowRef<ReadonlyMap<string, Pace>>(new Map())
  const fault = shallowRef<AnyFault | null>(null)
  const lastSpeaker = useLocalStorage(pageKeys.voiceOverSpeaker, '')

  const speakers = computed(() => cast.all.filter(casting => models.get(casting.modelId)).map(({ speaker }) => speaker))
  const speaker = computed({
    get: () => speakers.value.includes(lastSpeaker.value) ? lastSpeaker.value : speakers.value[0] ?? '',
    set: chosen => lastSpeaker.value = chosen,
  })
  const voice = computed(() => {
    const casting = cast.all.find(each => each.speaker === speaker.value)
    const model = casting && models.get(casting.modelId)
    return casting && model ? { casting, model } : null
  })
  const words = computed(() => ({ speaker: speaker.value, text: text.value.trim(), direction: '' }))
  const pace = computed(() => paces.value.get(speaker.value) ?? usualPaceOf(null))
  const length = computed(() => spokenLength(words.value.text, pace.value))
  const sendings = computed(() => {
    const account = accounts.current
    if (!account || !voice.value || words.value.text === '')
      return []
    const { casting, model } = voice.value
    const spokenIn = languages.all && languageOfSpeaker(speaker.value, casting, languages.all)
    const line = { ...words.value, spokenIn }
    const fields = fieldsOfLine({ ...line, text: said.saidIn(line).text }, casting, model)
    return sendingsOf(account.id, model, fields, casting.voiceId)
  })

  async function load(): Promise<void> {
    const known = await attempt(studio.script.paces({ projectId, isPractice: accounts.current?.isPractice ?? false }))
    // A new line is in the language of its speaker, which comes first.
    paces.value = new Map((known.value?.paces ?? []).toReversed().map(({ speaker: of, ...own }) => [of, own] as const))
  }

  /** The speech track that was clicked last, else the first. */
  function speechTrack(): TrackId | null {
    const { document } = editor
    const all = document.value ? orderedTracks(document.value).filter(track => track.kind === 'speech' && !track.isLocked) : []
    return (all.find(track => track.id === editor.clickedTrack.value) ?? all[0])?.id ?? null
  }
  /** The place is seen only on a track. Nothing was queued before, so that a line that could not be sent leaves no empty track. */
  function addTrack(id: TrackId): void {
    if (editor.document.value && speechTrack() === null)
      editor.edit('add-track', [{ do: 'addTrack', track: plainTrack('speech', id), at: editor.document.value.trackIds.length }])
  }

  /** All that is added, sent and paid for, as it is when it is asked for: fields and settings may be changed while it is under way. */
  function wished() {
    const afterLineId = lineBefore(editor.rows.value, frameNow(), editor.lines.value)
    return {
      account: accounts.current,
      afterLineId,
      place: afterLineId === null ? editor.lines.value.size : (editor.lines.value.get(afterLineId)?.position ?? 0) + 1,
      words: words.value,
      frames: Math.max(1, framesWithin(length.value.seconds, rate)),
      trackId: speechTrack(),
      sendings: sendings.value,
      isWhole: voice.value !== null && words.value.text !== '',
    }
  }
  type Wish = ReturnType<typeof wished>

  async function addLine({ afterLineId, place, words: line }: Wish): Promise<Line | null> {
    const step = undo.step({ name: 'addLine', of: String(place + 1) }, projectId)
    const answer = await attempt(studio.script.add({ projectId, afterLineId, lines: [line], step }))
    fault.value = answer.fault ?? null
    return answer.value?.lines[0] ?? null
  }

  /** The very same words were spoken before: that take is used, and nothing is sent. */
  async function useKept(line: Line, takeId: NonNullable<Line['fittingTakeId']>): Promise<void> {
    const { fault: refused } = await attempt(studio.script.choose({ lineId: line.id, takeId, expected: line.chosenTakeId }))
    if (refused)
      return notices.fault(refused)
    if (await placeById([takeId], { frame: frameNow(), how: 'free' }, new Map([[takeId, line.id]])))
      notices.say(t => t.timeline.voiceOver.kept, { tone: 'good' })
  }

  async function send(line: Line, wish: Wish): Promise<void> {
    const { account, frames } = wish
    if (!account)
      return
    const trackId = wish.trackId ?? speechTrack() ?? randomId<TrackId>()
    const into: IntoPlace = {
      sequenceId,
      clipId: randomId<ClipId>(),
      trackId,
      frame,
      frames,
      rate,
    }
    const request = { accountId: account.id, projectId, lineIds: [line.id] }
    // The key is that of the script: if this answer is lost, generating the line there is the same request.
    const { value, fault: refused } = await intents.once(
      ['lines', request, [line.requestKey]],
      requestId => attempt(studio.make.lines({ requestId, ...request, into })),
    )
    const [issue] = value?.refused[0]?.issues ?? []
    if (refused)
      notices.fault(refused)
    else if (issue)
      notices.say(t => t.script.refused(1, line.position + 1, t.faults.issue(issue)), { tone: 'bad' })
    else if (value?.lineCount === 0 && jobs.all.some(job => job.state === 'unsure' && job.requestKey === line.requestKey))
      notices.say(t => `${t.failures.unsure.what} ${t.failures.unsure.todo}`, { tone: 'bad' })
    else if (value?.lineCount === 0)
      notices.say(t => t.timeline.voiceOver.underWay)
    else
      addTrack(trackId)
  }

  const isReady = computed(() => isLoaded.value && jobs.isReady)
  /** True when the line is in the script: the dialog has nothing left to do. Before all has come, it is not known which account is meant. */
  async function speakNow(pressed: Wish | null): Promise<boolean> {
    await until(isReady).toBe(true)
    const wish = pressed ?? wished()
    if (!wish.isWhole || !await estimates.confirm(wish.sendings, projectId))
      return false
    const line = await addLine(wish)
    if (!line)
      return false
    // Main refuses to buy the same words twice, and decides that for all pages.
    await (line.fittingTakeId === null ? send(line, wish) : useKept(line, line.fittingTakeId))
    return true
  }

  void load()
  return {
    frame,
    rate,
    text,
    castings,
    speakers,
    speaker,
    length,
    sendings,
    fault,
    maySpeak: computed(() => accounts.canSend && voice.value !== null && words.value.text !== ''),
    isBusy: computed(() => intents.isUnderWay('voice-over')),
    /** True when the line is in the script. */
    async speak(): Promise<boolean> {
      const pressed = isReady.value ? wished() : null
      return await intents.press('voice-over', [sequenceId, frame, words.value], () => speakNow(pressed)) ?? false
    },
  }
}
