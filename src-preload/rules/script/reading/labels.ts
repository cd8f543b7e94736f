/** Words before a colon that are no names: they say what a part of the text is. */
import { stampBefore } from './stamps.ts'

const parts = 'hook|intro|introduction|outro|cta|call[- ]to[- ]action|conclusion|teaser|cold open|problem|solution|setup|payoff|(?:prompt|cue|vo|clip|message) ?[_#-]?\\d{1,4}'
const headers = 'from|to|cc|bcc|subject|sent'
const numbered = '(?:step|tip|fact|rule|lesson|point|item|phase|schritt|étape|paso|passo|шаг) ?#?\\d{1,3}'
const single = 'ingredients|instructions|method|(?:pro )?tips?|warning|caution|summary|(?:key )?takeaways|zutaten|zubereitung|ingrédients|préparation|ingredientes|preparación|材料|提示|小贴士|步骤[\\d一二三四五六七八九十]{1,3}|第[\\d一二三四五六七八九十]{1,3}步'
const label = new RegExp(`^(?:${parts}|${numbered}|${single}|${headers})$`, 'iu')

/** `Step 1`, `Ingredients`, `Hook`. */
export function isLabel(name: string): boolean {
  return name.length <= 40 && label.test(name)
}

const apart = new RegExp(`^((?:\\*\\*|__)?)(${parts})\\s?[:：]\\1\\s{0,9}(\\S.{0,4000})$`, 'iu')

/** The part of a script that is named before its words, `HOOK: Did you know …`, is a heading above them. */
export function withPartsAbove(rows: readonly string[]): string[] {
  return rows.flatMap((row) => {
    if (!/[:：]/.test(row))
      return row
    const plain = row.trim()
    const stamp = stampBefore.exec(plain)?.[0] ?? ''
    const [, , name, words] = apart.exec(plain.slice(stamp.length)) ?? []
    return name === undefined || words === undefined ? [row] : ['', `# ${name} ${stamp}`.trimEnd(), '', words]
  })
}
