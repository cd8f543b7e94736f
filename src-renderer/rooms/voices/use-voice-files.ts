/** Files that become voices: one that a voice was saved as, and a sound, which becomes the clip of a new voice. */
import type { Voice } from '#contract/voices.ts'
import type { TakeId } from '#contract/words.ts'
import type { Dropped } from '../../parts/files/dropped-files.ts'
import { useFileDialog } from '@vueuse/core'
import { useNotices } from '../../actions/notices.ts'
import { droppedFiles } from '../../parts/files/dropped-files.ts'
import { filesOrTakes, useDropZone } from '../../parts/files/use-drop-zone.ts'
import { useFileImport } from '../../parts/files/use-import-files.ts'
import { takesIn } from '../../parts/takes/take-drag.ts'
import { attempt, studio } from '../../studio.ts'
import { isVoiceFile, readVoiceFile } from './voice-file.ts'

const nothing: Dropped = { files: [], unread: [] }

export function useVoiceFiles({ isFree, create, onMade }: {
  /** Nothing is dropped on the room while a dialog covers it. */
  readonly isFree: () => boolean
  readonly create: (takeId: TakeId) => unknown
  readonly onMade: (voice: Voice) => unknown
}) {
  const notices = useNotices()
  const { importFiles } = useFileImport()

  /** A voice that was saved as one file, here or elsewhere. */
  async function openVoiceFile(file: File): Promise<void> {
    const read = await readVoiceFile(file)
    if (!read)
      return void notices.say(texts => texts.voices.file.unreadable, { tone: 'bad' })
    const [take] = await importFiles([read.clip])
    if (!take)
      return
    const { format: _format, version: _version, clip: _clip, ...voice } = read.manifest
    const answer = await attempt(studio.voices.create({ takeId: take.id, ...voice }))
    if (answer.fault)
      notices.fault(answer.fault)
    else
      onMade(answer.value.voice)
  }
  const files = useFileDialog({ accept: '.zip', multiple: false, reset: true })
  files.onChange(picked => picked?.[0] && void openVoiceFile(picked[0]))

  async function bring(transfer: DataTransfer): Promise<void> {
    const [dragged] = takesIn(transfer)
    const { files: [file], unread } = dragged ? nothing : await droppedFiles(transfer)
    if (file && isVoiceFile(file))
      return openVoiceFile(file)
    const [take] = dragged ? [] : await importFiles(file ? [file] : [], null, unread)
    if (take && take.medium !== 'audio')
      return notices.say(texts => texts.voices.create.onlySound, { tone: 'bad' })
    const takeId = dragged?.takeId ?? take?.id
    if (takeId !== undefined)
      create(takeId)
  }
  const judge = filesOrTakes(['audio'])
  const drop = useDropZone({
    judge: (...dragged) => isFree() ? judge(...dragged) : null,
    words: texts => texts.voices.create.dropHere,
    bring,
  })

  return {
    /** Asks for a file of a voice. */
    open: (): void => files.open(),
    drop: drop.on,
  }
}
