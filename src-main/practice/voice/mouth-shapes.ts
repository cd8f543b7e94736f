/** Converts text to mouth shapes: a rough table for Latin letters, and one syllable for each letter of other scripts. */

/** One articulation with its duration. */
export interface MouthShape {
  readonly seconds: number
  /** Three formant frequencies in hertz. */
  readonly formants: readonly [number, number, number]
  /** Level of the voiced source, 0 to 1. */
  readonly buzz: number
  /** Level of the noise source, 0 to 1. */
  readonly hiss: number
}

type Formants = MouthShape['formants']

/** Formants of the vowels: the measurements of Peterson and Barney (1952), rounded. */
const vowels: Readonly<Record<string, Formants>> = {
  a: [730, 1090, 2440],
  e: [530, 1840, 2480],
  i: [290, 2250, 2990],
  o: [570, 850, 2410],
  u: [310, 880, 2250],
  y: [300, 2100, 2800],
}

const neutral: Formants = [500, 1500, 2500]
const silence = (seconds: number): MouthShape => ({ seconds, formants: neutral, buzz: 0, hiss: 0 })
const vowel = (formants: Formants, seconds = 0.085): MouthShape => ({ seconds, formants, buzz: 1, hiss: 0 })
function stop(formants: Formants, buzz: number): readonly MouthShape[] {
  return [
    { seconds: 0.035, formants, buzz: buzz * 0.2, hiss: 0 },
    { seconds: 0.02, formants, buzz, hiss: 0.5 },
  ]
}
function hiss(seconds: number, amount: number, buzz = 0, formants: Formants = neutral): readonly MouthShape[] {
  return [{ seconds, formants, buzz, hiss: amount }]
}
const hum = (formants: Formants): readonly MouthShape[] => [{ seconds: 0.06, formants, buzz: 0.55, hiss: 0 }]

const labial: Formants = [300, 800, 2200]
const dental: Formants = [300, 1700, 2600]
const palatal: Formants = [300, 2000, 2500]

const consonants: Readonly<Record<string, readonly MouthShape[]>> = {
  b: stop(labial, 0.7),
  c: stop(palatal, 0),
  d: stop(dental, 0.7),
  f: hiss(0.08, 0.45),
  g: stop(palatal, 0.7),
  h: hiss(0.05, 0.3),
  j: hiss(0.07, 0.6, 0.4, palatal),
  k: stop(palatal, 0),
  l: hum([360, 1300, 2700]),
  m: hum([250, 1000, 2200]),
  n: hum([250, 1500, 2300]),
  p: stop(labial, 0),
  q: stop(palatal, 0),
  r: hum([350, 1200, 1600]),
  s: hiss(0.09, 1),
  t: stop(dental, 0),
  v: hiss(0.06, 0.35, 0.6, labial),
  w: hum([300, 700, 2200]),
  x: [...stop(palatal, 0), ...hiss(0.06, 1)],
  z: hiss(0.07, 0.7, 0.6, dental),
}

/** Never empty: every text produces sound. */
export function mouthShapesOf(text: string): readonly MouthShape[] {
  const letters = [...text.normalize('NFD').toLowerCase().replace(/\p{M}/gu, '')]
  const shapes = letters.flatMap((letter, i) => shapesOf(letter, letters[i - 1]))
  return [silence(0.08), ...shapes, silence(0.25)]
}

function shapesOf(letter: string, before: string | undefined): readonly MouthShape[] {
  const formants = vowels[letter]
  if (formants)
    return [vowel(formants, letter === before ? 0.05 : undefined)]
  const consonant = consonants[letter]
  if (consonant)
    return letter === before ? [] : consonant
  if (/\s/.test(letter))
    return [silence(0.05)]
  if (/[.!?。！？…]/.test(letter))
    return [silence(0.35)]
  if (/[,;:，、；：—–]/.test(letter))
    return [silence(0.18)]
  return /[\p{L}\p{N}]/u.test(letter) ? syllableOf(letter) : []
}

/** For digits and letters of other scripts: a consonant and a vowel chosen by the code point. */
function syllableOf(letter: string): readonly MouthShape[] {
  const code = letter.codePointAt(0) ?? 0
  const starts = Object.values(consonants)
  const ends = Object.values(vowels)
  return [...(starts[code % starts.length] ?? []), vowel(ends[(code >> 3) % ends.length] ?? neutral, 0.14)]
}
