/** Speech: a text or a line becomes one spoken request, or several and a join where it is longer than the model likes. */
import type { FieldIssue } from '#contract/faults.ts'
import type { Fields, Model } from '#contract/models.ts'
import type { Voice } from '#contract/voices.ts'
import type { AccountId, JobId, LineId, TakeId, VoiceId } from '#contract/words.ts'
import type { NewJob } from '../jobs/ledger-port.ts'
import type { SpeechPlan } from '../kinds/cloned-voice.ts'
import type { JoinPlan } from '../kinds/join.ts'
import type { Voices } from '../library/voices.ts'
import type { Ffmpeg } from '../media/ffmpeg/ffmpeg.ts'
import type { LineAsks } from '../script/script-port.ts'
import type { Checked, Intention, Queue, QueuePorts } from './queue.ts'
import { Fault } from '#contract/faults.ts'
import { voiceNamed } from '#rules/models/named-voice.ts'
import { fieldsInLanguage } from '#rules/script/line-language.ts'
import { saidOf } from '#rules/script/pronounce.ts'
import { spokenParts } from '#rules/script/spoken-parts.ts'
import { newId } from '../base/ids.ts'
import { shownBody } from '../kinds/paid.ts'
import { clipLane, openUploadOf, uploadJob } from '../kinds/upload.ts'
import { titleOf } from '../library/title.ts'
import { fingerprint, requestKeyOf } from '../script/stale.ts'
import { textOf } from './queue.ts'
import { voiceFor } from './registration.ts'
import { requestIdOf } from './request-ids.ts'
import { shapeRequest } from './shape-request.ts'

export interface SpeechIntention extends Intention {
  readonly lineId: LineId | null
  readonly voiceId: VoiceId | null
  readonly isOverSocket: boolean
}

export interface Speech {
  /**
   * Answers the jobs in order: the upload of the voice's clip where one is needed, the speech or its parts, and last the join.
   * Faults: those of `Queue.check`, unsuitable-clip, no-ffmpeg.
   */
  speech: (intention: SpeechIntention) => Promise<JobId[]>
  /** As `speech` for each variant; all are checked before any is queued. */
  speeches: (batch: Omit<Intention, 'fields'> & { variants: readonly Fields[], voiceId: VoiceId | null }) => Promise<JobId[]>
  /** The jobs, not queued yet. Must run in the lane of clips if a voice of the library speaks. */
  jobsOf: (intention: SpeechIntention, shared: SharedLookups) => Promise<NewJob[]>
  shareLookups: () => SharedLookups
}

/** What is looked up once for requests that are queued together. */
export interface SharedLookups {
  readonly admit: Queue['admit']
  readonly voiceFor: (voiceId: VoiceId, model: Model) => Promise<Voice>
  /** The upload that registers the voice; its job comes only with the first request that needs it. */
  readonly uploadFor: (intention: SpeechIntention, voice: Voice) => Promise<Spoken['upload']>
  readonly asksFor: (lineId: LineId) => Promise<LineAsks>
}

export interface SpeechPorts extends Pick<QueuePorts, 'models' | 'ledger'> {
  readonly script: { asksFor: (lineId: LineId) => Promise<LineAsks> }
  readonly voices: Voices
  /** @throws Fault no-ffmpeg */
  readonly needFfmpeg: () => Promise<Ffmpeg>
}

/** What the jobs of one request share. */
interface Spoken {
  readonly intention: SpeechIntention
  readonly checked: Checked
  readonly fields: Fields
  readonly voice: Voice | null
  readonly upload: { readonly jobId: JobId, readonly job: NewJob | null } | null
  readonly take: { readonly voice: string | null, readonly madeFrom: string }
  /** The job that makes all of it has this key. */
  readonly requestKey: string
  /** The take that the line uses now. */
  readonly intoLine: TakeId | null
}

/** The pause between two parts of a text. */
const pauseSeconds = 0.12
/** The upload's request part: above every number that a part of the text can have. */
const uploadPart = 1_000_000

export function createSpeech(queue: Queue, ports: SpeechPorts): Speech {
  async function spokenOf(
    intention: SpeechIntention,
    model: Model | undefined,
    { texts, shared, line }: { texts: readonly string[], shared: SharedLookups, line: LineAsks | null },
  ): Promise<Spoken> {
    const { voiceId, lineId: _line, isOverSocket: _, ...request } = intention
    const voice = voiceId !== null && model ? await shared.voiceFor(voiceId, model) : null
    if (model)
      refuse(issuesOf(intention, model))
    const fields = intention.isOverSocket ? withoutDelivery(intention.fields) : intention.fields
    // A part is as long as any request may be, and the voice counts as chosen although its name is not known yet.
    const checked = await queue.check(
      { ...request, fields: { ...fields, ...(texts.length > 1 && { text: texts[0] ?? '' }), ...(voice && { voice_id: voice.id }) } },
      ['speech'],
      shared.admit,
    )
    const madeFrom = fingerprint({
      text: textOf(intention.fields),
      direction: line?.direction ?? '',
      modelId: checked.model.id,
      voiceId,
      voiceFields: voiceFieldsOf(intention.fields),
    })
    return {
      intention,
      checked,
      fields,
      voice,
      upload: voice && await shared.uploadFor(intention, voice),
      take: { voice: voice?.name ?? voiceNamed(fields), madeFrom },
      requestKey: requestKeyOf(madeFrom, checked.model),
      intoLine: line?.chosenTakeId ?? null,
    }
  }

  /** An upload that is under way is used again: often many lines are requested at once. */
  async function uploadFor({ requestId, accountId, modelId, projectId }: SpeechIntention, voice: Voice): Promise<Spoken['upload']> {
    const place = { voiceId: voice.id, modelId, accountId }
    if (await ports.voices.registrationFor(place))
      return null
    const open = await openUploadOf(ports.ledger, place)
    if (open !== null)
      return { jobId: open, job: null }
    const id = newId<JobId>()
    // A number of its own, so that the parts are numbered alike with and without an upload.
    return { jobId: id, job: uploadJob(voice, { id, requestId, requestPart: uploadPart, modelId, accountId, projectId }) }
  }

  function speechJob(
    { intention, checked, fields, upload, take }: Spoken,
    more: { text?: string, title?: string } & Partial<Omit<NewJob, 'plan' | 'kind' | 'title'>>,
  ): Promise<NewJob> {
    const { text, title, ...job } = more
    const spoken = text === undefined ? fields : { ...fields, text }
    const plan: Pick<SpeechPlan, 'voice' | 'isOverSocket'> & Partial<SpeechPlan> = {
      voice: intention.voiceId === null
        ? null
        : { voiceId: intention.voiceId, uploadJobId: upload?.jobId ?? null, registeredAs: null, isRenewed: false },
      isOverSocket: intention.isOverSocket,
      ...(intention.isOverSocket && { sent: {
        method: 'GET',
        path: '/api/v1/generate/ws',
        encoding: 'json',
        fields: spoken,
        body: shownBody(shapeRequest(checked.model, spoken).parts),
      } }),
    }
    // A part is its own request, but no take of the whole: only the whole is placed in a clip.
    const madeFrom = text === undefined ? take.madeFrom : null
    return queue.jobOf({ ...checked, intention: { ...checked.intention, fields: spoken } }, {
      ...job,
      ...(title !== undefined && { title }),
      ...text !== undefined && { intoClip: null },
      isLive: fields.stream === true || intention.isOverSocket,
      plan,
      take: { ...take, madeFrom, ...(title !== undefined && { title }) },
    })
  }

  /** The parts belong to no line: only the joined take does. */
  async function jobsOfParts(spoken: Spoken, texts: readonly string[]): Promise<NewJob[]> {
    const { intention, checked, take } = spoken
    await ports.needFfmpeg()
    // Ids that sort in the order of the text, in which the queue shows and makes them.
    const partJobIds = texts.map(() => newId<JobId>())
    const wholeId = newId<JobId>()
    const parts = await Promise.all(texts.map((text, index) => speechJob(spoken, {
      text,
      title: `${titleOf(text)} (${index + 1}/${texts.length})`,
      requestPart: index,
      ...(partJobIds[index] && { id: partJobIds[index] }),
    })))
    const text = textOf(spoken.fields)
    const title = titleOf(text)
    const plan: JoinPlan = {
      modelId: checked.model.id,
      accountId: intention.accountId,
      partJobIds,
      pauseSeconds,
      take: { ...take, kind: 'speech', title, text, isPractice: checked.isPractice },
    }
    return [...parts, {
      id: wholeId,
      requestId: intention.requestId,
      requestPart: texts.length,
      kind: 'join',
      title,
      modelId: checked.model.id,
      projectId: intention.projectId,
      lineId: intention.lineId,
      intoClip: intention.into ?? null,
      intoLine: spoken.intoLine,
      requestKey: spoken.requestKey,
      plan,
    }]
  }

  function shareLookups(): SharedLookups {
    const uploads = new Map<string, JobId>()
    return {
      admit: once((accountId: AccountId) => accountId, queue.admit),
      voiceFor: once((voiceId: VoiceId, model: Model) => `${voiceId} ${model.id}`, (id, model) => voiceFor(ports.voices, id, model)),
      async uploadFor(intention, voice) {
        const place = `${voice.id} ${intention.modelId} ${intention.accountId}`
        const queued = uploads.get(place)
        if (queued !== undefined)
          return { jobId: queued, job: null }
        const upload = await uploadFor(intention, voice)
        if (upload)
          uploads.set(place, upload.jobId)
        return upload
      },
      asksFor: ports.script.asksFor,
    }
  }

  async function jobsOf(asked: SpeechIntention, shared: SharedLookups): Promise<NewJob[]> {
    const model = ports.models().find(each => each.id === asked.modelId && each.kind === 'speech')
    const line = asked.lineId === null ? null : await shared.asksFor(asked.lineId)
    // The page offers it for no such line.
    if (line && line.role !== 'speech')
      refuse([{ field: 'text', problem: 'not-supported', limit: null, isWarning: false }])
    const intention = line ? ofLine(asked, line, model) : asked
    const texts = model ? spokenParts(model, intention.fields, intention.spokenIn) : []
    const spoken = await spokenOf(intention, model, { texts, shared, line })
    const jobs = texts.length > 1
      ? await jobsOfParts(spoken, texts)
      : [await speechJob(spoken, { lineId: intention.lineId, intoLine: spoken.intoLine, requestKey: spoken.requestKey })]
    return [...spoken.upload?.job ? [spoken.upload.job] : [], ...jobs]
  }

  const speak = async (intention: SpeechIntention): Promise<JobId[]> => queue.add(await jobsOf(intention, shareLookups()))

  async function speakAll({ variants, requestId, ...intention }: Parameters<Speech['speeches']>[0]): Promise<JobId[]> {
    const shared = shareLookups()
    const jobs: NewJob[] = []
    for (const [index, fields] of variants.entries()) {
      const ofVariant = await jobsOf({
        ...intention,
        fields,
        requestId: requestIdOf(requestId, String(index)),
        lineId: null,
        isOverSocket: false,
      }, shared)
      jobs.push(...ofVariant.map(job => ({ ...job, batchId: requestId })))
    }
    return queue.add(jobs)
  }

  return {
    speech: intention => intention.voiceId === null ? speak(intention) : clipLane.run(() => speak(intention)),
    speeches: batch => batch.voiceId === null ? speakAll(batch) : clipLane.run(() => speakAll(batch)),
    jobsOf,
    shareLookups,
  }
}

/** In the language of a line, and with its words as the pronunciation dictionary has them said. */
function ofLine(asked: SpeechIntention, { spokenIn, pronunciations }: LineAsks, model: Model | undefined): SpeechIntention {
  const fields = model ? fieldsInLanguage(asked.fields, model, spokenIn) : asked.fields
  const { text } = fields
  const said = typeof text === 'string' ? { text: saidOf(text, pronunciations, spokenIn).text } : {}
  return { ...asked, spokenIn, fields: { ...fields, ...said } }
}

/** Calls `look` once for each key. */
function once<Asked extends unknown[], Answer>(keyOf: (...asked: Asked) => string, look: (...asked: Asked) => Promise<Answer>) {
  const answers = new Map<string, Promise<Answer>>()
  return (...asked: Asked): Promise<Answer> => {
    const key = keyOf(...asked)
    const answer = answers.get(key) ?? look(...asked)
    answers.set(key, answer)
    return answer
  }
}

/** Checks what the catalogue's rules cannot: a chosen voice and the way of sending are no fields. */
function issuesOf({ voiceId, isOverSocket, fields }: SpeechIntention, model: Model): FieldIssue[] {
  const issue = (
    field: string,
    problem: FieldIssue['problem'],
    limit: string | null = null,
  ): FieldIssue => ({ field, problem, limit, isWarning: false })
  const isChosenTwice = voiceId !== null && typeof fields.voice_id === 'string' && fields.voice_id.trim() !== ''
  return [
    ...(voiceId !== null && !model.registersVoices ? [issue('voice_id', 'not-supported')] : []),
    ...(isChosenTwice ? [issue('voice_id', 'excluded-by', 'voice')] : []),
    ...(isOverSocket && !model.canStream ? [issue('stream', 'not-supported')] : []),
  ]
}

function refuse(issues: FieldIssue[]): void {
  if (issues.length > 0)
    throw new Fault('bad-fields', { issues })
}

/** A WebSocket always streams bare samples: the fields that choose a format do not apply. */
function withoutDelivery(fields: Fields): Fields {
  const { stream: _stream, response_format: _format, ...others } = fields
  return others
}

/** All fields of a speech request but its text: they decide how the voice sounds. */
export function voiceFieldsOf(fields: Fields): Fields {
  const { text: _text, stream: _stream, ...voiceFields } = fields
  return voiceFields
}
