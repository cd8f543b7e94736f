/** The fonts that ship with the program, by the names that titles and captions use. */

/** A font of each kind, in regular and bold. */
export const fontOf = { sans: 'Noto Sans', serif: 'Noto Serif', mono: 'Noto Sans Mono' } as const
/** Has the Chinese and Japanese characters, which the others lack. */
export const wideFont = 'Noto Sans SC'
export type FontFamily = (typeof fontOf)[keyof typeof fontOf] | typeof wideFont

/** Their files, under the names that they have beside the page and in the folder that a render reads. */
export const fontFiles: Readonly<Record<FontFamily, readonly string[]>> = {
  'Noto Sans': ['NotoSans_400Regular.ttf', 'NotoSans_700Bold.ttf'],
  'Noto Serif': ['NotoSerif_400Regular.ttf', 'NotoSerif_700Bold.ttf'],
  'Noto Sans Mono': ['NotoSansMono_400Regular.ttf', 'NotoSansMono_700Bold.ttf'],
  'Noto Sans SC': ['NotoSansSC_400Regular.ttf', 'NotoSansSC_700Bold.ttf'],
}

/** A file's name in the npm packages that the fonts come from. */
export function inPackage(family: FontFamily, file: string): string {
  const weight = file.slice(file.indexOf('_') + 1, file.lastIndexOf('.'))
  return `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}/${weight}/${file}`
}

/** The fonts that a file of ASS asks for: the wide one is large, and loaded only then. */
export function fontsIn(ass: string): FontFamily[] {
  const families = Object.keys(fontFiles) as FontFamily[]
  return families.filter(family => ass.includes(`,${family},`) || ass.includes(`\\fn${family}\\`) || ass.includes(`\\fn${family}}`))
}

const strong = /[\p{L}\p{M}]/u
const isWide = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Bopomofo}\u3000-\u303F\uFF01-\uFF60\uFFE0-\uFFE6ー]/u

const opens = /[“‘]/
const closes = /[”’]/

/** Parts of a text that are drawn in one font. Digits, points and spaces stay with the letters before them. */
export function fontRuns(text: string): { readonly text: string, readonly isWide: boolean }[] {
  const runs: { text: string, isWide: boolean | null }[] = []
  const opened: (boolean | null)[] = []
  for (const character of text) {
    const last = runs.at(-1)
    // A closing quote looks as its opening one does.
    const closed = closes.test(character) ? opened.pop() ?? null : null
    const script = isWide.test(character) ? true : strong.test(character) ? false : closed
    if (opens.test(character))
      opened.push(last?.isWide ?? null)
    if (last && (script === null || last.isWide === null || last.isWide === script))
      runs[runs.length - 1] = { text: last.text + character, isWide: last.isWide ?? script }
    else
      runs.push({ text: character, isWide: script })
  }
  return runs.map(run => ({ text: run.text, isWide: run.isWide ?? false }))
}
