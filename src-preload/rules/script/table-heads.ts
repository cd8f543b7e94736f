/** Which columns of a table are read as what, by their heads in English and Chinese, in any order. */

type Column = 'speaker' | 'text' | 'direction' | 'scene'

/** The place of each column; −1 for one that the table does not have. */
export type Columns = Readonly<Record<Column, number>>

/** Heads that mean nothing else, then heads that count only where there is none of those: *Line* is often a number. */
const heads: Readonly<Record<Column, readonly [RegExp, RegExp]>> = {
  speaker: [
    /^(?:speaker|character|role)(?: name)?$|^(?:who|角色|角色名|说话人|说话者|发言人|人物)$/i,
    /^(?:name|voice|actor|cast|talent|姓名|名字|演员)$/i,
  ],
  text: [
    /^(?:text|dialogue|dialog|speech|台词|文本|对白|对话)$/i,
    /^(?:line|lines|words|says|script|copy|narration|内容|正文|文字)$/i,
  ],
  direction: [
    /^(?:direction|directions|how|tone|emotion|delivery|语气|表演提示|提示|情绪|情感)$/i,
    /^(?:note|notes|mood|style|instruction|instructions|备注|说明|风格)$/i,
  ],
  scene: [/^(?:scene|chapter|heading|场景|场次|场|章节|章)$/i, /^(?:act|section|幕|节)$/i],
}

/** Null for a row that is no header: one of the columns has the words. */
export function columnsOf(row: readonly string[]): Columns | null {
  const names = row.map(plainHead)
  const placeOf = (column: Column): number => {
    const [sure, possible] = heads[column]
    const place = names.findIndex(name => sure.test(name))
    return place >= 0 ? place : names.findIndex(name => possible.test(name))
  }
  const columns = { speaker: placeOf('speaker'), text: placeOf('text'), direction: placeOf('direction'), scene: placeOf('scene') }
  return columns.text < 0 ? null : columns
}

export function headsKnown(columns: Columns | null): number {
  return columns === null ? 0 : Object.values(columns).filter(place => place >= 0).length
}

/** A text of one column: a word that is often a title of its own is no head there. */
export function isHeadAlone(row: string): boolean {
  return heads.text[0].test(plainHead(row))
}

/** Empty for a cell that is far longer than a head: it may be a whole text. */
function plainHead(cell: string): string {
  const head = cell.trim()
  return head.length > 60 ? '' : head.normalize('NFKC').replaceAll(/[_\s]+/g, ' ').replace(/[:*#\s]+$/, '').trim()
}
