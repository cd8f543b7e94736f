/** The shape of what a kit and its timeline files say to the person who receives them, in each language. */

/** What a format of timeline files cannot carry, or carries in another way. */
export type EditNote
  = | 'otio-places' | 'otio-fades' | 'otio-gain' | 'otio-captions' | 'otio-background' | 'otio-channels'
    | 'mlt-places' | 'mlt-dissolves' | 'mlt-speed' | 'mlt-rates' | 'mlt-captions'
    | 'fcpxml-gap' | 'fcpxml-crops' | 'fcpxml-dissolves' | 'fcpxml-captions' | 'fcpxml-background' | 'fcpxml-channels'
    | 'edl-only' | 'edl-times' | 'edl-dissolves' | 'edl-video-tracks' | 'edl-audio-tracks' | 'edl-events' | 'edl-time-code' | 'edl-channels'
    | 'disabled' | 'titles' | 'shapes' | 'counters' | 'spoken-words' | 'transitions' | 'curves' | 'grade'
    | 'tone' | 'pan' | 'whole-frames' | 'not-carried' | 'nested' | 'nested-opacity' | 'nested-look' | 'nested-speed' | 'nested-format' | 'adjustments' | 'backdrop' | 'ramps'

export interface KitWords {
  readonly size: (width: number, height: number, framesPerSecond: string) => string
  /** The finished file has the name of the kit. */
  readonly master: string
  /** `fraction` is empty where the rate is a whole number. `hasSound`: a WAV file comes with the images. */
  readonly frames: (framesPerSecond: string, fraction: string, hasSound: boolean) => string
  readonly book: (report: string) => string
  readonly poster: string
  readonly noPoster: string
  readonly captions: string
  readonly chapters: string
  readonly transcript: string
  readonly stems: string
  readonly editLists: (notes: string) => string
  readonly media: string
  readonly manifest: string
  readonly models: (models: readonly string[], sourceType: string) => string
  readonly noModel: string
  /** By the note; those of a number of things have it. */
  readonly notes: Readonly<Record<EditNote, (count: number) => string>>
}
