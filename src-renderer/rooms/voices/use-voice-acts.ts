/** Actions on the user's own voice: rename, trash with undo, restore, register now. */
import type { Account } from '#contract/accounts.ts'
import type { Job } from '#contract/jobs.ts'
import type { Model } from '#contract/models.ts'
import type { AboutVoice, Voice } from '#contract/voices.ts'
import type { ModelId, VoiceId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import type { Texts } from '../../texts/texts.ts'
import { uploadKeyOf } from '#rules/jobs/upload-key.ts'
import { quantitiesOfRegistration } from '#rules/spend/quantities.ts'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useAsk } from '../../parts/dialogs/use-ask.ts'
import { useIntents } from '../../parts/intents/use-intents.ts'
import { withCancelled } from '../../parts/jobs/with-cancelled.ts'
import { showAmounts } from '../../parts/spend/show-money.ts'
import { useEstimates } from '../../parts/spend/use-estimates.ts'
import { showTime } from '../../parts/text/show-time.ts'
import { useAccounts } from '../../stores/accounts.ts'
import { useJobs } from '../../stores/jobs.ts'
import { useVoices } from '../../stores/voices.ts'
import { attempt, studio } from '../../studio.ts'
import { useLanguage, useTexts } from '../../texts/texts.ts'

export function useVoiceActs() {
  const t = useTexts()
  const ask = useAsk()
  const voices = useVoices()
  const notices = useNotices()
  const undo = useUndo()
  const accounts = useAccounts()
  const jobs = useJobs()
  const language = useLanguage()
  const estimates = useEstimates()
  const intents = useIntents()

  async function restore(voice: Voice): Promise<void> {
    const { fault } = await attempt(studio.voices.restore({ voiceId: voice.id }))
    if (fault)
      notices.fault(fault)
    else
      notices.say(texts => texts.voices.restored(voice.name), { tone: 'good' })
  }

  const sendingsOf = (
    model: Model,
    account: Account,
  ) => [{ accountId: account.id, modelId: model.id, quantities: quantitiesOfRegistration }]

  async function send(voice: Voice, model: Model, account: Account): Promise<void> {
    const request = { voiceId: voice.id, accountId: account.id, modelId: model.id }
    await intents.press('register', request, async () => {
      if (!await estimates.confirm(sendingsOf(model, account), null))
        return
      const { fault } = await intents.once(['register', request], requestId => attempt(studio.voices.register({ requestId, ...request })))
      if (fault)
        notices.fault(fault)
    })
  }

  function costWords(model: Model, account: Account): string {
    const { amounts } = estimates.of(sendingsOf(model, account))
    return amounts.length === 0 ? '' : `${t.value.spend.cost}: ${t.value.spend.about(showAmounts(amounts, language.language))}.`
  }

  /** Those in the trash as well. */
  const idsIn = (folder: string): VoiceId[] =>
    [...voices.all, ...voices.trashed].filter(voice => voice.folder === folder).map(({ id }) => id)
  async function moveAll(
    voiceIds: readonly VoiceId[],
    folder: string,
    step: ReturnType<typeof undo.step>,
    say?: (texts: Texts) => string,
  ): Promise<AnyFault | null> {
    const { fault } = await attempt(studio.voices.move({ voiceIds: [...voiceIds], folder, step }))
    if (!fault && say)
      notices.say(say, { act: { label: texts => texts.shell.act.undo, run: undo.takeBack(step) } })
    return fault ?? null
  }

  return {
    restore,
    /** `voice` as it was when its dialog was opened: a name that somebody else gave it since stays. */
    async rename(voice: Voice, name: string): Promise<AnyFault | null> {
      const step = undo.step({ name: 'renameVoice', of: name })
      const { fault } = await attempt(studio.voices.rename({ voiceId: voice.id, name, expected: voice.name, step }))
      return fault ?? null
    },
    /** Sends what differs from `voice`, as it was when its dialog was opened. */
    async describe(voice: Voice, about: AboutVoice): Promise<AnyFault | null> {
      const { language, tags, notes } = about
      const changed: Partial<AboutVoice> = {
        ...language !== voice.language && { language },
        ...JSON.stringify(tags) !== JSON.stringify(voice.tags) && { tags },
        ...notes !== voice.notes && { notes },
      }
      if (Object.keys(changed).length === 0)
        return null
      const expected: AboutVoice = { language: voice.language, tags: voice.tags, notes: voice.notes }
      const expectedParts = Object.fromEntries(Object.keys(changed).map(name => [name, expected[name as keyof AboutVoice]])) // its own keys
      const step = undo.step({ name: 'describeVoice', of: voice.name })
      const { fault } = await attempt(studio.voices.describe({ voiceId: voice.id, ...changed, expected: expectedParts, step }))
      return fault ?? null
    },
    /** Says what was done, with a way back. */
    async move(voiceIds: readonly VoiceId[], folder: string): Promise<AnyFault | null> {
      const name = voices.get(voiceIds[0]!)?.name ?? ''
      const step = undo.step({ name: 'moveVoices', of: folder })
      const fault = await moveAll(voiceIds, folder, step, texts => texts.folders.moved(name, folder))
      if (fault)
        notices.fault(fault)
      return fault
    },
    renameFolder: (folder: string, name: string): Promise<AnyFault | null> =>
      moveAll(idsIn(folder), name, undo.step({ name: 'renameVoiceFolder', of: folder })),
    async removeFolder(folder: string): Promise<void> {
      const ids = idsIn(folder)
      const step = undo.step({ name: 'moveVoices', of: '' })
      const fault = await moveAll(ids, '', step, texts => texts.voices.folderRemoved(folder, ids.length))
      if (fault)
        notices.fault(fault)
    },
    async trash(voice: Voice): Promise<void> {
      const step = undo.step({ name: 'trashVoice', of: voice.name })
      const answer = await attempt(studio.voices.trash({ voiceId: voice.id, step }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { cancelledJobs } = answer.value
      const act = { label: (texts: Texts) => texts.shell.act.undo, run: undo.takeBack(step) }
      notices.say(texts => withCancelled(texts.voices.trashed(voice.name), cancelledJobs, texts), { act })
    },
    /** Sends the clip with the current account after a confirmation; the practice service needs none. */
    async register(voice: Voice, model: Model): Promise<void> {
      const account = accounts.current
      if (!account)
        return
      const isWanted = account.isPractice || await ask(({ voices: words }) => ({
        title: words.registerTitle(voice.name, model.label),
        content: [words.registerBody(showTime(voice.clip.durationSeconds ?? 0), account.name), costWords(model, account)].join(' ').trim(),
        act: words.register,
      }))
      if (isWanted)
        await send(voice, model, account)
    },
    async forget(voice: Voice, model: Model): Promise<void> {
      if (!accounts.current)
        return
      const { fault } = await attempt(studio.voices.forget({ voiceId: voice.id, modelId: model.id, accountId: accounts.current.id }))
      if (fault)
        notices.fault(fault)
      else
        notices.say(texts => texts.voices.forgotten(voice.name, model.label))
    },
    /** The newest upload of its clip for this model with the account in use; a job of earlier versions says of its voice only the name. */
    uploadOf: (voice: Voice, modelId: ModelId): Job | undefined => jobs.all.find(job => job.kind === 'upload'
      && job.modelId === modelId
      && (job.requestKey === null ? job.title === voice.name && job.createdAt >= voice.createdAt : job.requestKey === uploadKeyOf(voice.id))
      && job.accountId === accounts.current?.id),
  }
}
export type VoiceActs = ReturnType<typeof useVoiceActs>
