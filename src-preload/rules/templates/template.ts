/** What a new project may begin with: an example script, and what it is delivered as. Nothing in it is cast, generated or paid for. */
import type { ScriptText } from '../script/script-lines.ts'
import { headingLine } from '../script/script-lines.ts'

/** What is seen from a line on. */
export interface TemplatePicture {
  /** Of the line where it begins, from 0. */
  readonly at: number
  readonly prompt: string
  readonly motion: string
}

export interface ProjectTemplate {
  /** The name of the project, unless the user types one. */
  readonly title: string
  readonly lines: readonly ScriptText[]
  readonly pictures: readonly TemplatePicture[]
  /** Of all pictures. */
  readonly style: string
  readonly presetId: string
  /** Of the video that it becomes; null for sound alone. */
  readonly size: { readonly width: number, readonly height: number } | null
}

export const hd = { width: 1920, height: 1080 } as const

export const scene = headingLine

export function say(speaker: string, text: string, direction = ''): ScriptText {
  return { speaker, text, direction }
}

/** Kept and shown, never spoken. */
export function unspoken(role: 'direction' | 'effect', text: string): ScriptText {
  return { speaker: '', text, direction: '', role }
}

/** A line with the picture that begins there. */
export interface Shown {
  readonly line: ScriptText
  readonly prompt: string
  readonly motion: string
}

export function shown(prompt: string, motion: string, line: ScriptText): Shown {
  return { line, prompt, motion }
}

type Rest = Pick<ProjectTemplate, 'title' | 'presetId'> & Partial<Pick<ProjectTemplate, 'style' | 'size'>>

export function template({ style = '', size = null, ...rest }: Rest, parts: readonly (ScriptText | Shown)[]): ProjectTemplate {
  return {
    ...{ ...rest, style, size },
    lines: parts.map(part => 'line' in part ? part.line : part),
    pictures: parts.flatMap((part, at) => 'line' in part ? [{ at, prompt: part.prompt, motion: part.motion }] : []),
  }
}
