/** Decodes the record of streamed speech, events or messages of a WebSocket, into a file of sound next to it. */
import type { SpeechStream } from './stream.ts'
import type { AskedFormat } from './streamed-format.ts'
import { createReadStream } from 'node:fs'
import { rm } from 'node:fs/promises'
import { readFrames } from './frames.ts'
import { createSoundFile } from './sound-file.ts'
import { createSpeechStream } from './stream.ts'
import { openPartFile } from './wire/part-file.ts'

export type RecordForm = 'events' | 'frames' | 'lines'

export interface DecodedStream {
  /** The sound; null when there is none in it. */
  readonly path: string | null
  /** Pieces of the sound that cannot be read, and all that are there. */
  readonly damaged: number
  readonly pieces: number
  /** Its events declare their end, and it did not come; or an error came. */
  readonly isCut: boolean
}

/** Can be repeated. Throws the errors of the disk only. */
export async function decodeStream(partPath: string, form: RecordForm, asked: AskedFormat): Promise<DecodedStream> {
  const path = `${partPath}.unwrapped`
  const stream = createSpeechStream(asked)
  const file = await openPartFile(path, { keep: false })
  const sound = createSoundFile(file)
  try {
    for await (const chunks of chunksOf(partPath, form, stream)) {
      for (const chunk of chunks)
        await sound.take(chunk)
    }
    await sound.finish()
  }
  finally {
    await file.close()
  }
  const { damaged, pieces, state, promisesAnEnd } = stream
  const decoded = { damaged, pieces, isCut: state === 'failed' || (state === 'open' && promisesAnEnd) }
  if (file.sizeBytes > 0)
    return { path, ...decoded }
  await rm(path, { force: true })
  return { path: null, ...decoded }
}

type Chunks = ReturnType<SpeechStream['feed']>

async function* chunksOf(partPath: string, form: RecordForm, stream: SpeechStream): AsyncGenerator<Chunks> {
  if (form === 'frames') {
    for await (const { is, bytes, isWhole } of readFrames(partPath)) {
      if (is === 'binary')
        yield stream.feedSound(bytes)
      else if (isWhole)
        yield stream.feedEvent(Buffer.from(bytes).toString())
    }
  }
  else {
    for await (const bytes of createReadStream(partPath)) {
      // Without an encoding the stream yields buffers; its type does not say so.
      yield form === 'events' ? stream.feed(bytes as Buffer) : stream.feedLines(bytes as Buffer)
    }
  }
  yield stream.flush()
}
