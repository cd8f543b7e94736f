/** The part of eSpeak NG that is used; the package has no types of its own. */
declare module '@echogarden/espeak-ng-emscripten' {
  interface SpeechEvent {
    readonly type: 'sentence' | 'word' | 'phoneme' | 'end' | 'mark' | 'play' | 'samplerate' | 'msg_terminated' | 'list_terminated'
    /** In code points, from 1. */
    readonly text_position: number
    readonly word_length: number
    /** In milliseconds. */
    readonly audio_position: number
  }

  interface SpeechWorker {
    /** 0 where there is such a voice. */
    set_voice: (name: string) => number
    get_samplerate: () => number
    /** `heard` gets pieces of sound that are only valid during the call, and returns whether to stop. */
    synthesize: (text: string, heard: (samples: Int16Array, events: readonly SpeechEvent[]) => boolean) => void
  }

  interface Speech { readonly eSpeakNGWorker: new () => SpeechWorker }

  export default function createEspeak(options: { getPreloadedPackage: () => ArrayBuffer }): Promise<Speech>
}
