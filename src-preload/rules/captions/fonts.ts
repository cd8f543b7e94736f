/** The fonts that ship with the program, by the names that titles and captions use. */

/** A font of each kind, in regular and bold. They have the letters of Latin, Greek and Cyrillic. */
export const fontOf = { sans: 'Noto Sans', serif: 'Noto Serif', mono: 'Noto Sans Mono' } as const

/** Fonts of one script each, or of Chinese, for what the three above lack. */
export const scriptFonts = [
  'Noto Sans SC',
  'Noto Sans TC',
  'Noto Sans JP',
  'Noto Sans KR',
  'Noto Sans Arabic',
  'Noto Sans Armenian',
  'Noto Sans Bengali',
  'Noto Sans Devanagari',
  'Noto Sans Ethiopic',
  'Noto Sans Georgian',
  'Noto Sans Gujarati',
  'Noto Sans Gurmukhi',
  'Noto Sans Hebrew',
  'Noto Sans Kannada',
  'Noto Sans Khmer',
  'Noto Sans Lao',
  'Noto Sans Malayalam',
  'Noto Sans Myanmar',
  'Noto Sans Sinhala',
  'Noto Sans Tamil',
  'Noto Sans Telugu',
  'Noto Sans Thai',
  'Noto Serif Tibetan',
  'Noto Emoji',
] as const
export type FontFamily = (typeof fontOf)[keyof typeof fontOf] | (typeof scriptFonts)[number]

export const fontFamilies: readonly FontFamily[] = [...Object.values(fontOf), ...scriptFonts]

/** A family's files, under the names that they have next to the page and in the folder that a render reads. */
export function fontFiles(family: FontFamily): string[] {
  const name = family.replaceAll(' ', '')
  return [`${name}_400Regular.ttf`, `${name}_700Bold.ttf`]
}

/** The npm package that a family comes from. */
export function fontPackage(family: FontFamily): string {
  return `@expo-google-fonts/${family.toLowerCase().replaceAll(' ', '-')}`
}

/** A file's name in the npm packages that the fonts come from. */
export function inPackage(family: FontFamily, file: string): string {
  const weight = file.slice(file.indexOf('_') + 1, file.lastIndexOf('.'))
  return `${fontPackage(family)}/${weight}/${file}`
}

/** The fonts that a file of ASS asks for. Only these are loaded: those of Chinese, Japanese and Korean are large. */
export function fontsIn(ass: string): FontFamily[] {
  return fontFamilies.filter(family => ass.includes(`,${family},`) || ass.includes(`\\fn${family}\\`) || ass.includes(`\\fn${family}}`))
}
