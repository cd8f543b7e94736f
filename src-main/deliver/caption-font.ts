/** The system font that burned captions are set in; libass takes what is missing in it from others. */

interface Fonts { readonly latin: string, readonly chinese: string }

const mostSystems: Fonts = { latin: 'Noto Sans', chinese: 'Noto Sans CJK SC' }
const fonts: Partial<Record<NodeJS.Platform, Fonts>> = {
  win32: { latin: 'Segoe UI', chinese: 'Microsoft YaHei' },
  darwin: { latin: 'Helvetica Neue', chinese: 'PingFang SC' },
}

/** One font for the whole text, since a style has only one: with a single Chinese, Japanese or Korean letter, one that has them. */
export function captionFont(platform: NodeJS.Platform, text: string): string {
  const { latin, chinese } = fonts[platform] ?? mostSystems
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? chinese : latin
}
