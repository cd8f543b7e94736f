/** One transcript as it stands: read, corrected (kept at once), taken back to what the service said and forth again, and taken along. */
import type { Transcript, TranscriptFormat } from '#contract/transcripts.ts'
import type { TakeId } from '#contract/words.ts'
import type { AnyFault } from '../../studio.ts'
import { computed, onScopeDispose, shallowReadonly, shallowRef, watch } from 'vue'
import { useNotices } from '../../actions/notices.ts'
import { saveText } from '../../parts/save-text.ts'
import { useTakes } from '../../stores/takes.ts'
import { attempt, studio } from '../../studio.ts'
import { corrected, piecesOf } from './pieces.ts'

const mimes: Record<TranscriptFormat, string> = { txt: 'text/plain', srt: 'application/x-subrip', vtt: 'text/vtt' }

export function useTranscript(takeId: () => TakeId) {
  const notices = useNotices()
  const takes = useTakes()
  const transcript = shallowRef<Transcript | null>(null)
  const fault = shallowRef<AnyFault | null>(null)
  const saving = shallowRef(0)
  /** Corrections are kept one after another, so that the last one written is the last one kept. */
  let line: Promise<unknown> = Promise.resolve()

  async function load(): Promise<void> {
    const asked = takeId()
    const answer = await attempt(studio.transcripts.get({ takeId: asked }))
    if (asked !== takeId() || saving.value > 0)
      return
    fault.value = answer.fault ?? null
    if (answer.value)
      transcript.value = answer.value.transcript
  }

  watch(takeId, () => {
    transcript.value = null
    fault.value = null
    void load()
  }, { immediate: true })
  // Corrected in another window.
  onScopeDispose(takes.listen(({ changed, isCatchUp }) => {
    if (isCatchUp || changed.some(take => take.id === takeId()))
      void load()
  }))

  async function keep(asked: TakeId, words: Pick<Transcript, 'text' | 'segments'>): Promise<void> {
    const answer = await attempt(studio.transcripts.edit({ takeId: asked, text: words.text, segments: [...words.segments] }))
    saving.value -= 1
    if (asked !== takeId())
      return
    fault.value = answer.fault ?? null
    if (answer.fault)
      await load()
    else if (saving.value === 0)
      transcript.value = answer.value.transcript
  }

  /** Behind what is being kept, so that nothing just written comes after it. */
  async function turn(asked: TakeId, how: 'revert' | 'restore', said: (before: Transcript | null) => void): Promise<void> {
    await line
    const before = transcript.value
    const answer = await attempt(studio.transcripts[how]({ takeId: asked }))
    if (answer.fault)
      return notices.fault(answer.fault)
    if (asked === takeId())
      transcript.value = answer.value.transcript
    said(before)
  }

  async function revert(asked = takeId()): Promise<void> {
    await turn(asked, 'revert', () => notices.say(t => t.transcribe.reverted, { act: { label: t => t.shell.act.undo, run: () => restore(asked) } }))
  }

  /** Taking it back again brings the service's words, which is an undo only where they stood. */
  async function restore(asked = takeId()): Promise<void> {
    await turn(asked, 'restore', before => notices.say(t => t.transcribe.restored, {
      tone: 'good',
      ...(before?.isEdited === false ? { act: { label: t => t.shell.act.undo, run: () => revert(asked) } } : {}),
    }))
  }

  return {
    transcript: shallowReadonly(transcript),
    pieces: computed(() => transcript.value ? piecesOf(transcript.value) : []),
    fault: shallowReadonly(fault),
    isSaving: computed(() => saving.value > 0),
    /** What the piece says now; an unchanged one is left alone. */
    correct(at: number, text: string): void {
      const now = transcript.value
      if (!now || text.trim() === piecesOf(now)[at]?.text)
        return
      const words = corrected(piecesOf(now), at, text)
      const asked = takeId()
      transcript.value = { ...now, ...words, isEdited: true }
      saving.value += 1
      line = line.then(() => keep(asked, words))
    },
    revert,
    restore,
    async takeAlong(format: TranscriptFormat): Promise<void> {
      await line
      const answer = await attempt(studio.transcripts.export({ takeId: takeId(), format }))
      if (answer.fault)
        return notices.fault(answer.fault)
      const { text, fileName } = answer.value
      saveText(text, fileName, mimes[format])
      notices.say(t => t.transcribe.exported(fileName), { tone: 'good' })
    },
  }
}
