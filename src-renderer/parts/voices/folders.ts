/** The folders of a person's own voices: they are there while a voice is in them. */
import type { Voice } from '#contract/voices.ts'
import { VoiceId } from '#contract/words.ts'

export interface Folder { readonly name: string, readonly count: number }

/** By name, as people sort them: 2 before 10. */
export function foldersOf(voices: readonly Pick<Voice, 'folder'>[]): Folder[] {
  const counts = new Map<string, number>()
  for (const { folder } of voices) {
    if (folder !== '')
      counts.set(folder, (counts.get(folder) ?? 0) + 1)
  }
  const order = new Intl.Collator(undefined, { numeric: true, sensitivity: 'base' })
  return [...counts].map(([name, count]) => ({ name, count })).sort((a, b) => order.compare(a.name, b.name))
}

const voiceDragType = 'application/x-takeroom-voice'

/** What is dragged is also the clip, as a take. */
export function putVoice(transfer: DataTransfer, voiceId: VoiceId): void {
  transfer.setData(voiceDragType, voiceId)
}

export function isVoiceOver(transfer: DataTransfer): boolean {
  return transfer.types.includes(voiceDragType)
}

/** Null when it comes from elsewhere. */
export function voiceIn(transfer: DataTransfer): VoiceId | null {
  return VoiceId.safeParse(transfer.getData(voiceDragType)).data ?? null
}
