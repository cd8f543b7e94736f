/** Speaks a text as 24 kHz mono sound, with the machine's speech engine or with the built-in formant synthesizer. */
import type { Character, Utterance } from './utterance.ts'
import { hashOf } from '../seed.ts'
import { speakWithFormants } from './formant-voice.ts'
import { findEngine } from './machine-voice.ts'
import { resample } from './resample.ts'

export const speechRate = 24_000

export interface Voice {
  readonly engine: string
  /** 16-bit samples at `speechRate`, at an even loudness. */
  speak: (utterance: Utterance, signal: AbortSignal) => Promise<Int16Array>
}

/** `machine` looks for the machine's engine once; `formant` never does, and so sounds the same on every machine. */
export async function createVoice(engine: 'machine' | 'formant'): Promise<Voice> {
  const machine = engine === 'machine' ? await findEngine() : null
  return {
    engine: machine?.name ?? 'formant',
    async speak(utterance, signal) {
      const spoken = await machine?.speak(utterance, signal)
      const samples = spoken && spoken.samples.length > 0
        ? resample(spoken.samples, spoken.sampleRate, speechRate)
        : speakWithFormants(utterance, speechRate)
      return softEdges(evenLoudness(samples))
    },
  }
}

const lowVoices = ['Uncle_Fu', 'Dylan', 'Eric', 'Ryan', 'Aiden', 'Jack']
const highVoices = ['Vivian', 'Serena', 'Ono_Anna', 'Sohee', 'Linda']

/** Derives a voice from the hash of a speaker's name, id or clip, with small variations from the hash of the take. */
export function characterOf(speaker: string, take: string, style: { pace: number, liveliness: number }): Character {
  const who = hashOf('speaker', speaker)
  const how = hashOf('take', take)
  const isLow = lowVoices.includes(speaker) || (!highVoices.includes(speaker) && digit(who, 0) < 0.5)
  return {
    isLow,
    pitch: within(0.1 + 0.8 * digit(who, 1) + 0.12 * (digit(how, 0) - 0.5)),
    timbre: digit(who, 2),
    pace: style.pace * (0.94 + 0.12 * digit(who, 3)) * (0.97 + 0.06 * digit(how, 1)),
    liveliness: within(style.liveliness * (0.8 + 0.4 * digit(how, 2))),
  }
}

/** A number from 0 to 1: the n-th byte pair of a hash. */
function digit(hash: string, n: number): number {
  return Number.parseInt(hash.slice(n * 4, n * 4 + 4), 16) / 0xFFFF
}

function within(value: number): number {
  return Math.min(1, Math.max(0, value))
}

function evenLoudness(samples: Int16Array): Int16Array {
  const peak = samples.reduce((most, sample) => Math.max(most, Math.abs(sample)), 1)
  const gain = 23_000 / peak // -3 dB of full scale.
  return samples.map(sample => Math.round(sample * gain))
}

/** Speech engines begin with the first vowel at once; a voice that is recorded never does, and would be told to be cut off. */
const edgeSamples = Math.round(0.03 * speechRate)
function softEdges(samples: Int16Array): Int16Array {
  return samples.map((sample, at) => Math.round(sample * Math.min(1, at / edgeSamples, (samples.length - 1 - at) / edgeSamples)))
}
