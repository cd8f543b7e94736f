/** Titles that a person begins with: how each looks, and how long it is shown. Their words are texts of the page. */
import type { TextStyle, TitleWords } from '#contract/text-style.ts'
import { plainCounter } from './counter.ts'
import { titleStyle } from './style.ts'

export const titleTemplates = ['lower-third', 'name', 'chapter', 'quote', 'end-card', 'counter'] as const
export type TitleTemplateName = typeof titleTemplates[number]

export interface TitleTemplate extends Pick<TitleWords, 'enters' | 'leaves' | 'counter'> {
  readonly style: TextStyle
  readonly seconds: number
  /** In and out. */
  readonly fadeSeconds: number
}

const shadow = { colour: '#000000', opacity: 0.7, distance: 0.05, blur: 0.08 }

export const titleTemplateOf: Readonly<Record<TitleTemplateName, TitleTemplate>> = {
  'lower-third': {
    style: {
      ...{ ...titleStyle, size: 0.05, align: 'left', place: 'bottom', lineSpacing: 0.15 },
      box: { colour: '#101828', opacity: 0.78, padding: 0.5 },
    },
    ...{ seconds: 5, fadeSeconds: 0.4, enters: 'left', leaves: 'left' },
  },
  'name': {
    style: { ...titleStyle, size: 0.065, place: 'bottom', shadow },
    ...{ seconds: 4, fadeSeconds: 0.4, enters: 'below' },
  },
  'chapter': {
    style: { ...titleStyle, font: 'serif', isBold: false, size: 0.12, letterSpacing: 0.06, shadow },
    ...{ seconds: 4, fadeSeconds: 0.8 },
  },
  'quote': {
    style: { ...titleStyle, font: 'serif', isBold: false, size: 0.065, lineSpacing: 0.3, shadow },
    ...{ seconds: 6, fadeSeconds: 0.6 },
  },
  'end-card': {
    style: { ...titleStyle, size: 0.09, lineSpacing: 0.35, box: { colour: '#101828', opacity: 0.9, padding: 0.9 } },
    ...{ seconds: 6, fadeSeconds: 0.6 },
  },
  'counter': {
    style: { ...titleStyle, size: 0.18, shadow },
    ...{ seconds: 4, fadeSeconds: 0.3, counter: { ...plainCounter, easing: 'out' } },
  },
}
