/** Keys as texts name them: those of the registry, so with what a person changed, written as this keyboard writes them. */
import { useActionRegistry } from './action.ts'
import { isMacKeyboard, writtenChord } from './keys.ts'

export interface WrittenKeys {
  /** `Ctrl+Enter` of `mod+enter`; `⌘Enter` on a Mac. */
  readonly written: (chord: string) => string
  /** The first key of an act; empty where it has none, or is not on this page. */
  readonly ofAct: (id: string) => string
}

export function useWrittenKeys(): WrittenKeys {
  const registry = useActionRegistry()
  const isMac = isMacKeyboard()
  const written = (chord: string): string => writtenChord(chord, isMac).join(isMac ? '' : '+')
  return {
    written,
    ofAct: (id) => {
      const chord = registry.find(id)?.keys?.[0]
      return chord === undefined ? '' : written(chord)
    },
  }
}
