/** The system font of burned captions; libass takes missing glyphs from other fonts. */

interface Fonts { readonly latin: string, readonly chinese: string }

const mostSystems: Fonts = { latin: 'Noto Sans', chinese: 'Noto Sans CJK SC' }
const fonts: Partial<Record<NodeJS.Platform, Fonts>> = {
  win32: { latin: 'Segoe UI', chinese: 'Microsoft YaHei' },
  darwin: { latin: 'Helvetica Neue', chinese: 'PingFang SC' },
}

/** A style has one font for all its text: one with Chinese, Japanese and Korean glyphs as soon as a single one is needed. */
export function captionFont(platform: NodeJS.Platform, text: string): string {
  const { latin, chinese } = fonts[platform] ?? mostSystems
  return /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Hangul}]/u.test(text) ? chinese : latin
}
