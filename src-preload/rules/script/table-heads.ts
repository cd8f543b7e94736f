/** Which columns of a table are read as what, by their heads in the languages of many scripts, in any order. */

type Column = 'speaker' | 'text' | 'direction' | 'scene' | 'visual'

/** The place of each column; −1 for one that the table does not have. */
export type Columns = Readonly<Record<Column, number>>

/** Heads that mean nothing else, then heads that count only where there is none of those: *Line* is often a number. */
const heads: Readonly<Record<Column, readonly [RegExp, ...RegExp[]]>> = {
  speaker: [
    /^(?:speaker|character|role)(?: name)?$|^(?:who|角色|角色名|说话人|说话者|发言人|人物|話者|キャラクター|キャラ|화자|캐릭터)$/i,
    /^(?:rolle|figur|sprecher|sprecherin|personnage|rôle|locuteur|personaje|hablante|personaggio|personagem|персонаж|роль)$/i,
    /^(?:name|voice|actor|cast|talent|姓名|名字|演员)$/i,
  ],
  text: [
    /^(?:text|dialogue|dialog|speech|台词|文本|对白|对话|台詞|セリフ|대사)$/i,
    /^(?:(?:dialogue|dialog|line|spoken|script|vo|voice-?over) text|réplique|texte|texto|diálogo|battuta|testo|fala|реплика|текст)$/i,
    // The words in one language, of a game.
    /^(?:(?:text|dialogue|dialog|line|lines|source|string|script|vo) ?[([-]? ?)?(?:en|eng|en-us|en-gb|english|de|deutsch|german|fr|français|french|es|español|spanish|中文|英文|日本語)[)\]]?$/i,
    /^(?:content|message|utterance|transcript|sentence)$/i,
    /^(?:line|lines|words|says|script|copy|narration|vo|voice-? ?over|spoken|audio|内容|正文|文字|旁白|配音)$/i,
  ],
  direction: [
    /^(?:direction|directions|how|tone|emotion|delivery|语气|表演提示|提示|情绪|情感)$/i,
    /^(?:regie|regieanweisung|didascalie|acotación|didascalia|ремарка|note|notes|mood|style|instruction|instructions|备注|说明|风格)$/i,
  ],
  scene: [/^(?:scene|chapter|heading|szene|scène|escena|scena|сцена|场景|场次|场|章节|章)$/i, /^(?:act|section|slide|segment|幕|节)$/i],
  visual: [/^(?:video|visuals?|visual description|on-?screen(?: text)?|on screen text|画面|视频)$/i, /^(?:picture|image|b-?roll|graphics?)$/i],
}

/** Null for a row that is no header: one of the columns has the words. */
export function columnsOf(row: readonly string[]): Columns | null {
  const names = row.map(plainHead)
  const placeOf = (column: Column): number => {
    const head = heads[column].find(each => names.some(name => each.test(name)))
    return head === undefined ? -1 : names.findIndex(name => head.test(name))
  }
  const [speaker, text, direction] = [placeOf('speaker'), placeOf('text'), placeOf('direction')]
  const columns = { speaker, text, direction, scene: placeOf('scene'), visual: placeOf('visual') }
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
