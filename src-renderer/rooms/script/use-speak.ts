/** Speaking lines: one, or all that are not made or stale, each with the voice its speaker was cast with. */
import type { Job } from '#contract/jobs.ts'
import type { Model } from '#contract/models.ts'
import type { Casting, Line, Pronunciation } from '#contract/script.ts'
import type { JobId, LineId, ProjectId } from '#contract/words.ts'
import type { Sending } from '../../parts/spend/use-estimates.ts'
import type { useCastings } from './casting/use-castings.ts'
import { until } from '@vueuse/core'
import { computed } from 'vue'
import { replacedTries } from '#rules/jobs/retries.ts'
import { isTroubled } from '#rules/jobs/state-groups.ts'
import { fieldsOfLine, linesToMake } from '#rules/script/line-fields.ts'
import { retakesOf } from '#rules/script/retakes.ts'
import { isSpoken } from '#rules/script/script-lines.ts'
import { useNotices } from '../../actions/notices.ts'
import { useIntents } from '../../parts/intents/use-intents.ts'
import { useSendings } from '../../parts/jobs/use-sendings.ts'
import { useEstimates } from '../../parts/spend/use-estimates.ts'
import { usePayer } from '../../parts/spend/use-payer.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { isUnderWay, linesOfJob, useJobs } from '../../stores/jobs.ts'
import { useLoaded } from '../../stores/loaded.ts'
import { useModels } from '../../stores/models.ts'
import { useProject } from '../../stores/project.ts'
import { usePronunciations } from '../../stores/pronunciations.ts'
import { useStatus } from '../../stores/status.ts'
import { steadyList } from '../../stores/steady-list.ts'
import { attempt, studio } from '../../studio.ts'
import { charactersOf } from './lines/line-request.ts'
import { mostLinesAtOnce } from './paste/read-lines.ts'

type MadeLines = Awaited<ReturnType<typeof studio.make.lines>>

interface Script {
  readonly projectId: () => ProjectId
  readonly lines: () => readonly Line[]
  readonly castings: ReturnType<typeof useCastings>
  /** A file is being brought into the casting: nothing is sent then, because it would use the previous voice. */
  readonly isComing: () => boolean
  /**
   * Saves what is written in the line and answers it as the studio has it, which the news may not have brought yet; null when it could not
   * be saved.
   */
  readonly kept: (line: Line) => Promise<Line | null>
  /** Another take of a line that has one was asked for alone. */
  readonly onRetake?: (line: Line, jobId: JobId) => void
}

/** Whether what would be sent is still what a press asked for; where it is not, the person is told. */
type Asked = () => boolean

interface Voice { readonly casting: Casting, readonly model: Model }

/** Where all lines are made from. */
const allPlace = 'lines'

export function useSpeak({ projectId, lines, castings, isComing, kept, onRetake }: Script) {
  const accounts = useAccounts()
  const jobs = useJobs()
  const models = useModels()
  const pronunciations = usePronunciations()
  const notices = useNotices()
  const estimates = useEstimates()
  const { sendingsOf } = useSendings()
  const status = useStatus()
  const intents = useIntents()
  const isLoaded = useLoaded()
  const notePayer = usePayer()
  const open = useProject()
  const account = computed(() => accounts.current ?? null)
  /** While it is still loading, a press waits. */
  const maySend = computed(() => !isLoaded.value || accounts.canSend)
  /** The voices are those of the open project. */
  function noteAsked(): Asked {
    const isPayer = notePayer()
    return () => {
      const isOpen = open.projectId === projectId()
      if (!isOpen)
        notices.say(t => t.script.projectLeft, { tone: 'bad' })
      return isOpen && isPayer()
    }
  }
  /** While the accounts are loading, none is chosen yet. */
  const press = (): Asked | null => isLoaded.value ? noteAsked() : null
  /** Before that it is not known which lines are being made, nor by which voice they are spoken. */
  async function whenLoaded(pressed: Asked | null): Promise<Asked> {
    await until(() => isLoaded.value && jobs.isReady && castings.isReady.value).toBe(true)
    return pressed ?? noteAsked()
  }

  /** Jobs that make lines: others, such as hundreds of transcripts, change nothing here. */
  const ofLines = steadyList(() => jobs.all.filter(job => job.lineId !== null || job.requestKey !== null))
  const replaced = computed(() => replacedTries(ofLines.value))
  /** The newest job of each line that has not ended well; a dismissed one is off the list. */
  const jobByLine = computed(() => {
    const newest = new Map<LineId, Job>()
    for (const job of ofLines.value) {
      for (const lineId of job.projectId === projectId() && !replaced.value.has(job.id) ? linesOfJob(job) : []) {
        if (!newest.has(lineId))
          newest.set(lineId, job)
      }
    }
    return newest
  })
  /** Jobs of any line, also in other projects and workbenches, that make or may have made what a line with this key asks for. */
  const jobByRequest = computed(() => new Map(ofLines.value
    .filter(job => job.requestKey !== null && (isUnderWay(job) || (job.state === 'unsure' && !replaced.value.has(job.id))))
    .map(job => [job.requestKey, job])))
  const sameElsewhere = (line: Line): Job | null => line.state === 'made' ? null : jobByRequest.value.get(line.requestKey ?? '') ?? null
  const jobOf = (line: Line): Job | null => {
    const job = jobByLine.value.get(line.id)
    return job && (isUnderWay(job) || isTroubled(job.state)) ? job : sameElsewhere(line)
  }
  const isBeingMade = (line: Line): boolean => {
    const job = jobByLine.value.get(line.id)
    return (job !== undefined && (isUnderWay(job) || job.state === 'unsure')) || sameElsewhere(line) !== null
  }

  const lookUp = (speaker: string): Voice | null => {
    const casting = castings.of(speaker)
    const model = casting && models.get(casting.modelId)
    return casting && model ? { casting, model } : null
  }
  // Once for each speaker, not for each of thousands of lines.
  const voices = computed(() => new Map([...new Set(lines().map(line => line.speaker))].map(speaker => [speaker, lookUp(speaker)])))
  const voiceOf = (speaker: string): Voice | null => {
    const known = voices.value.get(speaker)
    return known === undefined ? lookUp(speaker) : known
  }
  const toMake = computed(() => linesToMake(lines(), isBeingMade))
  const ready = computed(() => toMake.value.filter(line => voiceOf(line.speaker) !== null))

  /** What each line would send, until it or its voice changes: most of a long script is the same from one change to the next. */
  const sentBy = new WeakMap<Line, { accountId: string, voice: Voice, saidBy: readonly Pronunciation[], sendings: Sending[] }>()
  /** As main sends it. */
  const said = (line: Line): Line => ({ ...line, text: pronunciations.saidIn(line).text })
  function sendingsFor(wanted: readonly Line[]): Sending[] {
    // The clip of a voice is sent once, however many lines it speaks.
    const sent = new Set<string>()
    const accountId = accounts.currentId
    return wanted.flatMap((line) => {
      const voice = voiceOf(line.speaker)
      if (!voice || accountId === null)
        return []
      const { casting, model } = voice
      const key = `${casting.voiceId} ${model.id}`
      const clipOf = sent.has(key) ? null : casting.voiceId
      sent.add(key)
      // What a clip needs depends on the library of voices, too.
      if (clipOf !== null)
        return sendingsOf(accountId, model, fieldsOfLine(said(line), casting, model), clipOf)
      const known = sentBy.get(line)
      const { all: saidBy } = pronunciations
      if (known?.accountId === accountId && known.voice.casting === casting && known.voice.model === model && known.saidBy === saidBy)
        return known.sendings
      const sendings = sendingsOf(accountId, model, fieldsOfLine(said(line), casting, model))
      sentBy.set(line, { accountId, voice, saidBy, sendings })
      return sendings
    })
  }
  const sendings = computed(() => sendingsFor(ready.value))

  /** Being sent, and not yet in the queue's store. */
  const onTheirWay = new Set<LineId>()
  const isBusy = (line: Line): boolean => isBeingMade(line) || onTheirWay.has(line.id)

  /** One call for all of them: the studio decides by what it has now, and queues all or none. */
  async function send(all: readonly Line[], isAgain: boolean): Promise<MadeLines | null> {
    if (!account.value)
      return null
    const request = { accountId: account.value.id, projectId: projectId(), lineIds: all.map(line => line.id), ...isAgain && { isAgain } }
    all.forEach(line => onTheirWay.add(line.id))
    const answer = await intents.once(
      ['lines', request, all.map(line => line.requestKey)],
      requestId => attempt(studio.make.lines({ requestId, ...request })),
    )
    if (answer.fault)
      notices.fault(answer.fault)
    else
      await tell(answer.value, all, isAgain)
    all.forEach(line => onTheirWay.delete(line.id))
    return answer.value ?? null
  }

  /** Another take of each of these lines; those that ask for the very same share one. */
  async function sendAgain(all: readonly Line[]): Promise<void> {
    const made = await send(all, true)
    for (const jobId of made?.jobIds ?? []) {
      const lineIds = new Set(linesOfJob(jobs.get(jobId)))
      all.filter(line => lineIds.has(line.id) && line.chosenTakeId !== null).forEach(line => onRetake?.(line, jobId))
    }
  }

  /** What is sent is what is on screen: everything is saved first. Null where it is not to be sent, which the person is told. */
  async function keepAll(wanted: readonly Line[], isAsked: Asked): Promise<Line[] | null> {
    const isCast = await castings.flush()
    const all = await Promise.all(wanted.map(kept))
    const found = all.filter(line => line !== null)
    if (isCast && found.length === all.length)
      return isAsked() ? found : null
    notices.say(t => t.script.notSaved, { tone: 'bad' })
    return null
  }

  async function speakOne(shown: Line, pressed: Asked | null): Promise<void> {
    const isAsked = await whenLoaded(pressed)
    const [line] = await keepAll([shown], isAsked) ?? []
    if (!line)
      return
    if (!voiceOf(line.speaker))
      return notices.say(t => t.script.castFirst(line.speaker || t.script.noSpeaker), { tone: 'bad' })
    // What may have been paid for is not bought again from here: the queue explains and asks.
    if (jobOf(line)?.state === 'unsure')
      return notices.say(t => `${t.failures.unsure.what} ${t.failures.unsure.todo}`, { tone: 'bad' })
    if (line.text.trim() === '' || !isSpoken(line) || isBusy(line))
      return
    if (!await estimates.confirm(sendingsFor([line]), projectId()) || !isAsked())
      return
    const sharing = line.chosenTakeId === null ? 0 : lines().filter(each => each.chosenTakeId === line.chosenTakeId).length - 1
    if (sharing > 0)
      notices.say(t => t.script.retakeAlone(sharing))
    await sendAgain([line])
  }

  async function speakReady(among: ReadonlySet<LineId> | null, pressed: Asked | null): Promise<void> {
    const isAsked = await whenLoaded(pressed)
    const written = await keepAll(lines().filter(line => among?.has(line.id) ?? true), isAsked)
    const all = linesToMake(written ?? [], isBusy).filter(line => voiceOf(line.speaker) !== null).slice(0, mostLinesAtOnce)
    if (written === null || !account.value || !await estimates.confirm(sendingsFor(all), projectId()) || !isAsked())
      return
    if (all.length === 0)
      return notices.say(t => t.script.queued(0))
    await send(all, false)
  }

  const mayRetake = (line: Line): boolean =>
    isSpoken(line) && line.text.trim() !== '' && voiceOf(line.speaker) !== null && !isBusy(line)

  async function retakeAll(shown: readonly Line[], pressed: Asked | null): Promise<void> {
    const isAsked = await whenLoaded(pressed)
    const groups = retakesOf((await keepAll(shown, isAsked) ?? []).filter(mayRetake).slice(0, mostLinesAtOnce))
    if (groups.length > 0 && await estimates.confirm(sendingsFor(groups.map(([first]) => first)), projectId()) && isAsked())
      await sendAgain(groups.flat())
  }

  async function pressAll(among: ReadonlySet<LineId> | null): Promise<void> {
    if (isComing())
      return notices.say(t => t.script.fileComing)
    const asked = press()
    if (maySend.value)
      await intents.press(allPlace, among === null ? projectId() : [projectId(), ...among], () => speakReady(among, asked))
  }

  async function tell({ jobIds, takeCount, lineCount, refused }: MadeLines, asked: readonly Line[], isAgain: boolean): Promise<void> {
    // One that was pressed at its row shows there that it is being made.
    if (!isAgain || asked.length > 1 || (lineCount === 0 && refused.length === 0))
      notices.say(t => t.script.queued(lineCount, takeCount))
    const [first] = refused
    const place = asked.find(line => line.id === first?.lineId)?.position
    const [issue] = first?.issues ?? []
    if (issue && place !== undefined)
      notices.say(t => t.script.refused(refused.length, place + 1, t.faults.issue(issue)), { tone: 'bad' })
    if (jobIds.length > 0)
      await until(() => jobs.get(jobIds.at(-1)) !== undefined || status.wire !== 'open').toBe(true)
  }

  return {
    account,
    maySend,
    isSending: computed(() => intents.isUnderWay(allPlace)),
    jobOf,
    voiceOf,
    /** Lines to make that have a voice, and how much that is. */
    ready,
    sendings,
    characters: computed(() => charactersOf(ready.value)),
    /** Why there is nothing to make: because all of it is made, because it is under way, or for want of a voice or a decision. */
    rest: computed(() => lines().every(line => line.state === 'made' || line.text.trim() === '' || !isSpoken(line))
      ? 'made'
      : [...jobByLine.value.values()].some(isUnderWay) ? 'under-way' : 'held-up'),
    waitingCount: computed(() => toMake.value.length - ready.value.length),
    async speak(shown: Line): Promise<void> {
      if (isComing())
        return notices.say(t => t.script.fileComing)
      const asked = press()
      // Until the first press is over, its job may have ended already: a second one would buy another take.
      await intents.press(`line ${shown.id}`, shown.id, () => speakOne(shown, asked))
    },
    sendingsFor,
    /** Whether another take of a line that has one can be asked for. */
    mayRetake,
    /** Another take of each of these lines, for one yes: one for all that ask for the very same. */
    async retake(shown: readonly Line[]): Promise<void> {
      const asked = press()
      await intents.press('retake', shown.map(line => [line.id, line.chosenTakeId]), () => retakeAll(shown, asked))
    },
    speakAll: () => pressAll(null),
    /** Those of these lines that have to be made. */
    speakSome: (lineIds: ReadonlySet<LineId>) => pressAll(lineIds),
  }
}
