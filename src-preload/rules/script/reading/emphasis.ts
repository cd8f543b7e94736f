/** Marks of emphasis, and backslashes before marks, as Markdown and Fountain have them. */

export function withoutEmphasis(text: string): string {
  if (!/[*_]/.test(text))
    return text
  return text
    .replaceAll(/(?<![\\*])\*\*\*(?=\S)((?:\\.|[^\\*])+)\*\*\*/g, '$1')
    .replaceAll(/(?<![\\*])\*\*(?=\S)((?:\\.|[^\\*])+)\*\*/g, '$1')
    .replaceAll(/(?<![\\*])\*(?=[^\s*])((?:\\.|[^\\*])+)\*(?!\*)/g, '$1')
    .replaceAll(/(?<![\\\p{L}\p{N}_])(_{1,2})(?=[^\s_])((?:\\.|[^\\_])+)\1(?![\p{L}\p{N}_])/gu, '$2')
}

export function unescapeText(text: string): string {
  return !text.includes('\\') ? text : text.replaceAll(/\\([\p{P}\p{S}])/gu, '$1')
}
