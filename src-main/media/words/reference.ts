/** A text as eSpeak NG speaks it, with the time of each word: the reference that a take is compared with. Blocks while it speaks. */
import type { SpokenWord } from './spoken-words.ts'
import { readFile } from 'node:fs/promises'
import { createRequire } from 'node:module'
import createEspeak from '@echogarden/espeak-ng-emscripten'

export interface Reference {
  readonly samples: Float32Array
  readonly sampleRate: number
  /** Of each word of the text: where it begins, in samples; null where eSpeak has joined it to the word before. */
  readonly starts: readonly (number | null)[]
}

export interface Speaker {
  /** Null for a language that eSpeak does not speak. */
  speak: (text: string, words: readonly SpokenWord[], voice: string) => Reference | null
}

/** Loads 24 MB of voices. */
export async function openSpeaker(): Promise<Speaker> {
  const require = createRequire(import.meta.url)
  const data = await readFile(require.resolve('@echogarden/espeak-ng-emscripten/espeak-ng.data'))
  const espeak = await createEspeak({
    getPreloadedPackage: () => data.buffer.slice(data.byteOffset, data.byteOffset + data.byteLength),
  })
  const { eSpeakNGWorker: SpeechWorker } = espeak
  const worker = new SpeechWorker()
  let spoken: string | null = null
  return {
    speak(text, words, voice) {
      if (spoken !== voice && worker.set_voice(voice) !== 0)
        return null
      spoken = voice
      return speakWith(worker, text, words)
    },
  }
}

type Worker = InstanceType<Awaited<ReturnType<typeof createEspeak>>['eSpeakNGWorker']>

/**
 * eSpeak forgets the first word after a full stop unless something comes between: an empty pair of brackets, which it does not speak
 * (https://github.com/espeak-ng/espeak-ng/issues/920).
 */
const unheard = ' ()'

function speakWith(worker: Worker, text: string, words: readonly SpokenWord[]): Reference {
  // eSpeak counts code points, from 1.
  const wordAt: number[] = []
  let said = ''
  for (const [index, word] of words.entries()) {
    const form = text.slice(word.from, word.to)
    const until = words[index + 1]?.from ?? text.length
    const after = text.slice(word.to, until).replaceAll(/[()<>&]/g, ' ')
    // A word with its signs is one piece: 1,250.50 and rock'n'roll are read as written.
    const piece = form.replaceAll(/[<>]/g, ' ').replace(/[.!?。！？…]+$/u, ends => `${unheard}${ends}`)
      + after.replace(/^\s*[.!?。！？…]/u, ends => `${unheard}${ends}`)
    said += piece
    wordAt.push(...Array.from<number>({ length: [...piece].length }).fill(index))
  }
  const parts: Int16Array[] = []
  const starts: (number | null)[] = words.map(() => null)
  const rate = worker.get_samplerate()
  worker.synthesize(said, (samples, events) => {
    parts.push(samples.slice())
    for (const { type, text_position: position, audio_position: milliseconds } of events) {
      const word = type === 'word' ? wordAt[position - 1] : undefined
      if (word !== undefined)
        starts[word] ??= Math.round(milliseconds / 1000 * rate)
    }
    return false
  })
  const samples = new Float32Array(parts.reduce((sum, part) => sum + part.length, 0))
  let at = 0
  for (const part of parts) {
    for (const sample of part)
      samples[at++] = sample / 32_768
  }
  return { samples, sampleRate: rate, starts: ascending(starts) }
}

/** A number of several words may report them out of order. */
function ascending(starts: readonly (number | null)[]): (number | null)[] {
  let last = -1
  return starts.map((start) => {
    if (start === null || start <= last)
      return null
    last = start
    return start
  })
}
