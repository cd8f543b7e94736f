/** Fills a workbench from elsewhere: from a take's request, with a picture as source, or with a voice. */
import type { Fields, Model } from '#contract/models.ts'
import type { Take } from '#contract/takes.ts'
import type { ModelId, ProjectId, TakeId, VoiceId } from '#contract/words.ts'
import type { Draft } from './drafts.ts'
import type { Workbench } from './workbenches.ts'
import { until } from '@vueuse/core'
import { z } from 'zod'
import { Fault } from '#contract/faults.ts'
import { seedFieldOf } from '#rules/models/repeats.ts'
import { typedWords } from '#rules/shelf/typed.ts'
import { useNotices } from '../../../actions/notices.ts'
import { anotherSeed } from '../../../parts/fields/field-form.ts'
import { useHeldFiles } from '../../../parts/files/held-files.ts'
import { asMadeHere, settingsInFile } from '../../../parts/takes/use-file-settings.ts'
import { voiceBehind, withoutVoiceFields } from '../../../parts/voices/own-voice.ts'
import { useModels } from '../../../stores/models.ts'
import { useTakes } from '../../../stores/takes.ts'
import { useVoices } from '../../../stores/voices.ts'
import { useDrafts } from './drafts.ts'
import { useSpeechChoices } from './speech-choices.ts'
import { fieldsOfTake, modelsOn, promptFieldOf, sourceFieldOf, withSource, workbenchOf } from './workbenches.ts'

/** What of a take's request the form is filled with. */
export const Reuse = z.enum(['again', 'vary', 'words'])
export type Reuse = z.infer<typeof Reuse>

function isSame(a: Fields, b: Fields): boolean {
  return JSON.stringify(Object.entries(a).toSorted()) === JSON.stringify(Object.entries(b).toSorted())
}

export function usePrefill(projectId: () => ProjectId | null) {
  const drafts = useDrafts()
  const models = useModels()
  const takes = useTakes()
  const held = useHeldFiles()
  const notices = useNotices()
  const voices = useVoices()
  const speech = useSpeechChoices()

  /** The form as this last left it: if unchanged since, it can be replaced without a notice. */
  let lastFilled: Fields = {}
  /** Takes back the word that the form was filled. */
  let forgetHint: (() => void) | null = null

  /** Null where there is none, which a notice says. */
  async function load(takeId: TakeId): Promise<Take | null> {
    const { value, fault } = await takes.load(takeId)
    if (fault)
      notices.fault(fault)
    return value?.take ?? null
  }

  function modelOf(workbench: Workbench, wanted: ModelId | null) {
    const choices = modelsOn(workbench, models.all)
    const known = choices.find(one => one.id === wanted)
    if (wanted !== null && !known)
      notices.say(t => t.make.take.otherModel(wanted))
    const { modelId } = drafts.draftOf(projectId(), workbench)
    return known ?? choices.find(one => one.id === modelId) ?? choices[0] ?? null
  }

  /**
   * Fills the form from the take: its whole request, its request with another seed, or only its words with all else as it is.
   * Nothing is sent. True when the form contains what was asked for.
   */
  async function fromTake(takeId: TakeId, how: Reuse = 'again'): Promise<boolean> {
    await until(() => models.isReady).toBe(true)
    const loaded = await load(takeId)
    if (!loaded)
      return false
    const inFile = await settingsInFile(loaded)
    const take = inFile && workbenchOf(inFile.settings.kind) ? asMadeHere(loaded, inFile) : loaded
    const workbench = workbenchOf(take.kind)
    if (!workbench || !take.request) {
      if (take.medium === 'picture')
        asSource(take, 'video')
      else
        notices.say(t => t.make.take.noRequest)
      return false
    }
    // So that the form can show the files it is about to hold.
    for (const sourceId of take.sourceTakeIds) {
      // The field says so of one that is gone.
      const { value } = await takes.load(sourceId)
      if (value)
        held.note(value.take)
    }
    const model = modelOf(workbench, how === 'words' ? null : take.modelId)
    if (!model)
      return false
    const at = projectId()
    const draft = drafts.draftOf(at, workbench)
    const voiceBefore = speech.voiceFor(at, models.get(draft.modelId) ?? null)
    drafts.open(workbench)
    const fields = fieldsFor(how, model, take, draft.byModel[model.id] ?? {})
    // The service's name for a voice may be gone by tomorrow; the voice is not.
    const own = workbench === 'speech' && how !== 'words' ? voiceBehind(voices.all, take.modelId, fields) : undefined
    if (workbench === 'speech' && how !== 'words')
      speech.chooseVoice(at, own?.id ?? null)
    const filled = own ? withoutVoiceFields(model, fields) : fields
    drafts.put(at, workbench, model.id, filled)
    const left = drafts.draftOf(at, workbench)
    if (isTyped(draft, model.id, filled)) {
      forgetHint = notices.hint(t => how === 'words' ? t.make.take.prefilledWords : t.make.take.prefilled, {
        act: { label: t => t.shell.act.undo, run: () => {
          if (!drafts.restore(at, workbench, draft, left))
            return notices.fault(new Fault('changed-meanwhile', { word: 'form' }))
          if (workbench === 'speech' && how !== 'words')
            speech.chooseVoice(at, voiceBefore)
        } },
      })
    }
    lastFilled = filled
    return true
  }

  /** Whether these fields take the place of something that the user filled in: in the form that was open, or in that of this model. */
  function isTyped({ modelId, byModel }: Draft, model: ModelId, filled: Fields): boolean {
    return [byModel[modelId ?? model], byModel[model]].some(fields => fields
      && Object.keys(fields).length > 0
      && !isSame(fields, filled)
      && !isSame(fields, lastFilled))
  }

  function fieldsFor(how: Reuse, model: Model, take: Take, before: Fields): Fields {
    const prompt = promptFieldOf(model)
    const sent = fieldsOfTake(model, take)
    if (how === 'words')
      return prompt ? { ...before, [prompt.name]: (take.request?.typed && sent[prompt.name]) ?? typedWords(model.kind, take.text) } : before
    const seed = how === 'vary' ? seedFieldOf(model) : null
    return seed ? { ...sent, [seed.name]: anotherSeed(seed, sent[seed.name]) } : sent
  }

  /** Opens the workbench with this picture as its source, keeping the words that are there. */
  function asSource(take: Take, workbench: 'edit' | 'video'): void {
    held.note(take)
    const choices = modelsOn(workbench, models.all).filter(sourceFieldOf)
    const { modelId, byModel } = drafts.draftOf(projectId(), workbench)
    const model = choices.find(one => one.id === modelId) ?? choices[0]
    if (!model)
      return
    drafts.open(workbench)
    drafts.put(projectId(), workbench, model.id, withSource(model, byModel[model.id] ?? {}, take.asset.id))
  }

  /** Opens the speech workbench with this voice, keeping the words that are there. */
  async function withVoice(modelId: ModelId, voice: string): Promise<void> {
    await until(() => models.isReady).toBe(true)
    const model = modelOf('speech', modelId)
    if (!model)
      return
    const before = drafts.draftOf(projectId(), 'speech')
    const words = before.modelId ? before.byModel[before.modelId]?.text : undefined
    const { voice_id: _id, voice_url: _url, ...kept } = before.byModel[model.id] ?? {}
    drafts.open('speech')
    speech.chooseVoice(projectId(), null)
    drafts.put(projectId(), 'speech', model.id, { ...kept, ...(words === undefined ? {} : { text: words }), voice })
  }

  /** Opens the speech workbench with the user's own voice: with the current model where that accepts it. */
  async function withOwnVoice(voiceId: VoiceId): Promise<void> {
    await until(() => models.isReady).toBe(true)
    const choices = modelsOn('speech', models.all)
    const before = drafts.draftOf(projectId(), 'speech')
    const inUse = choices.find(one => one.id === before.modelId) ?? choices[0]
    const model = inUse?.registersVoices ? inUse : choices.find(one => one.registersVoices)
    if (!model)
      return
    const words = before.modelId ? before.byModel[before.modelId]?.text : undefined
    drafts.open('speech')
    drafts.put(
      projectId(),
      'speech',
      model.id,
      withoutVoiceFields(model, { ...before.byModel[model.id], ...(words === undefined ? {} : { text: words }) }),
    )
    speech.chooseVoice(projectId(), voiceId)
  }

  return { fromTake, asSource, withVoice, withOwnVoice, load, forgetHint: () => forgetHint?.() }
}
