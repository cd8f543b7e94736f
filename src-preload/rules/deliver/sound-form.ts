/** In which form the sound of a delivery is written. */
import type { AudioSettings } from '#contract/presets.ts'

export interface SoundForm { readonly sampleRate: 44_100 | 48_000, readonly channels: 1 | 2, readonly bits: 16 | 24 }

/** What a preset does not say is 48 kHz, stereo, 24 bits. */
export function soundForm({ sampleRate = 48_000, channels = 2, bits = 24 }: AudioSettings): SoundForm {
  return { sampleRate, channels, bits }
}

/** Opus has one rate inside; only what is without loss has a number of bits. */
export function fitsForm({ codec, sampleRate, bits }: AudioSettings): boolean {
  return (codec !== 'opus' || sampleRate !== 44_100) && (bits === undefined || codec === 'pcm' || codec === 'flac')
}

/** Bytes a second of samples as they are. */
export function plainSoundRate(audio: AudioSettings): number {
  const { sampleRate, channels, bits } = soundForm(audio)
  return sampleRate * channels * bits / 8
}
