/** Writes the sound of a stream to a file: samples as a WAV whose lengths are right, a compressed file as it came. */
import type { PcmFormat } from '../base/wav.ts'
import type { SpeechChunk } from './stream.ts'
import type { PartFile } from './wire/part-file.ts'
import { pcm16Header, wavHeaderLength } from '../base/wav.ts'

export interface SoundFile {
  take: (chunk: SpeechChunk) => Promise<void>
  /** Fills in the sizes and flushes the file to the disk. */
  finish: () => Promise<void>
}

export function createSoundFile(file: PartFile): SoundFile {
  let format: PcmFormat | null = null
  return {
    async take(chunk) {
      if (chunk.is === 'pcm' && !format) {
        format = chunk.format
        await file.append(pcm16Header(format, 0xFFFFFFFF))
      }
      await file.append(chunk.bytes)
    },
    async finish() {
      if (format)
        await file.overwrite(pcm16Header(format, file.sizeBytes - wavHeaderLength), 0)
      await file.sync()
    },
  }
}
