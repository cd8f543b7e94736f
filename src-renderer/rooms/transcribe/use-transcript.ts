/** One transcript: read, corrected (saved at once, and shown until it is saved), reverted to the service's text and back, and exported. */
import type { AskedStep, JournalStepName } from '#contract/journal.ts'
import type { Transcript, TranscriptFormat } from '#contract/transcripts.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import type { Texts } from '../../texts/texts.ts'
import type { Piece } from './pieces.ts'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { z } from 'zod'
import { useNotices } from '../../actions/notices.ts'
import { useUndo } from '../../actions/undo.ts'
import { useUnsaved } from '../../parts/drafts/use-unsaved.ts'
import { useTextFile } from '../../parts/files/use-text-file.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, patientStudio, studio } from '../../studio.ts'
import { correctedAgain, piecesOf } from './pieces.ts'

const Said = z.object({
  startSeconds: z.number().nullable(),
  endSeconds: z.number().nullable(),
  text: z.string(),
  speaker: z.string().optional(),
})
/** `version` is of the transcript that was corrected. */
const Unkept = z.object({ version: z.string(), corrections: z.array(z.object({ of: Said, text: z.string() })) })
type Unkept = z.infer<typeof Unkept>
/** Others may correct it, too: after so many in a row it is left to the next try. */
const tries = 5

const mimes: Record<TranscriptFormat, string> = { txt: 'text/plain', srt: 'application/x-subrip', vtt: 'text/vtt' }

export function useTranscript(takeId: () => TakeId) {
  const notices = useNotices()
  const takes = useTakes()
  const saveText = useTextFile()
  const unsaved = useUnsaved()
  const undo = useUndo()
  const stepOf = (name: JournalStepName, asked: TakeId): AskedStep => undo.step({ name, of: takes.get(asked)?.title ?? '' })
  const keyOf = (asked: TakeId): string => `transcript ${asked}`
  const transcript = shallowRef<Transcript | null>(null)
  /** As the studio last told it. */
  let told: Transcript | null = null
  const fault = shallowRef<AnyFault | null>(null)
  const unsavedFault = computed(() => unsaved.faultOf(keyOf(takeId())))

  async function load(): Promise<void> {
    const asked = takeId()
    const answer = await attempt(patientStudio.transcripts.get({ takeId: asked }))
    if (asked !== takeId())
      return
    fault.value = answer.fault ?? null
    if (answer.value)
      unsaved.resume(keyOf(asked), Unkept, words => keep(asked, words))
    // An event must not overwrite an unsaved correction.
    const words = unsaved.wordsOf<Unkept>(keyOf(asked))
    told = answer.value?.transcript ?? null
    if (answer.value)
      transcript.value = words ? withCorrections(answer.value.transcript, words.corrections) : answer.value.transcript
  }

  watch(takeId, () => {
    transcript.value = told = null
    fault.value = null
    void load()
  }, { immediate: true })
  // Corrected in another window.
  onScopeDispose(takes.listen(({ changed, isCatchUp }) => {
    if (isCatchUp || changed.some(take => take.id === takeId()))
      void load()
  }))

  /**
   * Onto what the studio has now: what was corrected in another window stays, but for the pieces that were corrected here. Sent at once,
   * onto what it told last: a page that is being closed asks nothing first.
   */
  async function keep(asked: TakeId, words: Unkept): Promise<AnyFault | null> {
    let refused: AnyFault | null = null
    let there = told?.takeId === asked ? told : null
    const step = stepOf('editTranscript', asked)
    for (let attempts = 0; attempts < tries; attempts += 1) {
      if (!there) {
        const found = await attempt(studio.transcripts.get({ takeId: asked }))
        if (found.fault)
          return found.fault
        there = found.value.transcript
      }
      const { text, segments, isReplaced } = correctedAgain(piecesOf(there), words.corrections)
      const answer = await attempt(studio.transcripts.edit(
        { takeId: asked, text, segments, expected: there.version, step },
        { context: { asksAgain: true } },
      ))
      if (answer.value) {
        const now = answer.value.transcript
        if (asked === takeId())
          told = now
        if (asked === takeId() && unsaved.wordsOf(keyOf(asked)) === words)
          transcript.value = now
        if (isReplaced && there.version !== words.version)
          notices.say(t => t.transcribe.replaced, { act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
        return null
      }
      refused = answer.fault
      if (refused?.code !== 'changed-meanwhile')
        break
      there = null
    }
    return refused
  }

  /** True when every correction is saved: actions on the transcript need them. */
  async function save(asked: TakeId): Promise<boolean> {
    const unkept = await unsaved.flush(keyOf(asked))
    if (unkept)
      notices.fault(unkept)
    return unkept === null
  }

  /** After the saves under way, so that none of them overwrites it. */
  async function turn(how: 'revert' | 'restore', said: (t: Texts) => string, tone?: 'good'): Promise<void> {
    const asked = takeId()
    if (!await save(asked))
      return
    const step = stepOf(how === 'revert' ? 'revertTranscript' : 'restoreTranscript', asked)
    const answer = await attempt(studio.transcripts[how]({ takeId: asked, step }))
    if (answer.fault)
      return notices.fault(answer.fault)
    if (asked === takeId())
      transcript.value = told = answer.value.transcript
    notices.say(said, { ...tone && { tone }, act: { label: t => t.shell.act.undo, run: undo.takeBack(step) } })
  }

  return {
    transcript: shallowReadonly(transcript),
    pieces: computed(() => transcript.value ? piecesOf(transcript.value) : []),
    fault: shallowReadonly(fault),
    /** Why what was corrected is not kept yet; it stays on the screen, and is tried again when the wire is back or with `tryAgain`. */
    unsavedFault,
    tryAgain: () => save(takeId()),
    isSaving: computed(() => unsaved.wordsOf(keyOf(takeId())) !== undefined && unsavedFault.value === null),
    /** What a piece says that said what `of` says; an unchanged one is left alone. One that was removed meanwhile comes back. */
    correct(of: Piece, text: string): void {
      const now = transcript.value
      if (!now || text.trim() === of.text.trim())
        return
      const asked = takeId()
      const before = unsaved.wordsOf<Unkept>(keyOf(asked))
      const words: Unkept = { version: before?.version ?? now.version, corrections: [...before?.corrections ?? [], { of, text }] }
      transcript.value = withCorrections(now, [{ of, text }])
      unsaved.write(keyOf(asked), words, 0, () => keep(asked, words))
      void unsaved.flush(keyOf(asked))
    },
    revert: () => turn('revert', t => t.transcribe.reverted),
    restore: () => turn('restore', t => t.transcribe.restored, 'good'),
    async takeAlong(format: TranscriptFormat): Promise<void> {
      const asked = takeId()
      if (!await save(asked))
        return
      const answer = await attempt(studio.transcripts.export({ takeId: asked, format }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { text, fileName } = answer.value
      saveText(text, fileName, mimes[format])
    },
  }
}

function withCorrections(transcript: Transcript, corrections: Unkept['corrections']): Transcript {
  const { text, segments } = correctedAgain(piecesOf(transcript), corrections)
  return { ...transcript, text, segments, isEdited: true }
}
