/** What is to be spoken, and by which voice: the input of every speech engine. */

/** A voice as numbers that every engine can apply. */
export interface Character {
  readonly isLow: boolean
  /** 0 is the lowest within its register, 1 the highest. */
  readonly pitch: number
  /** 0 is a long vocal tract, 1 a short one. */
  readonly timbre: number
  /** 1 is the normal pace, 2 twice as fast. */
  readonly pace: number
  /** How much the pitch varies: 0 is monotonous, 1 very lively. */
  readonly liveliness: number
}

export interface Utterance {
  readonly text: string
  /** A language code such as `en` or `zh`. */
  readonly language: string
  readonly character: Character
}
