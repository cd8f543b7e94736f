/** How the headings of scenes begin, in the languages of screenplays. */

/** `Est. 1990` is no scene. */
const english = /^(?:EST|(?:[Ii][Nn][Tt]|[Ee][Xx][Tt])(?:\.?\s?\/\s?(?:[Ii][Nn][Tt]|[Ee][Xx][Tt]))?|[Ii]\s?\/\s?[Ee])[. ]\s*\S/

const words = 'INNEN|AU(?:SS|ß)EN|INTERNO|ESTERNO|INTERNI|ESTERNI|INT[ÉE]RI(?:EU|O)R|EXT[ÉE]RI(?:EU|O)R|ИНТ|НАТ|ЭКСТ|ИНТЕРЬЕР|НАТУРА|İÇ|DIŞ|WN|PLENER|BINNEN|BUITEN'
/** Such a word begins many a sentence: it is a heading with a full stop, a slash or a dash, or in capitals to the end. */
const others = new RegExp(String.raw`^(?:${words})(?:\s?[./–—-]\s?\S|\s(?=\P{Ll}{2,80}$))`, 'u')
const othersInSmall = new RegExp(String.raw`^(?:${words})\.\s[^.!?]{1,60}\s[–—-]\s\S`, 'iu')

const times = '(?:[日夜晨昏晚]|清晨|傍晚|黄昏|上午|下午)'
const counted = String.raw`(?:\d{1,3}(?:[-–]\d{1,3})?|[一二三四五六七八九十百]{1,4})`
const between = String.raw`[\s/／、.·-]{1,3}`
const chinese = [
  // `1-1 日 内 客厅`, `日 外 街道`
  new RegExp(String.raw`^(?:${counted}[、.．]?\s{1,4})?${times}${between}(?:内外|[内外])(?:${between}\S.{0,60})?$`, 'u'),
  // `3、客厅 日 内`
  new RegExp(String.raw`^${counted}[、.．\s]\s{0,3}\S.{0,40}${between}${times}${between}(?:内外|[内外])$`, 'u'),
  /^(?:\d{1,3}[、.．]?\s?)?(?:内外景|内景|外景)[。.．\s：:、/]\s{0,3}\S.{0,60}$/u,
]
/** `○公園・昼`; a sentence has marks of its own. */
const japanese = /^[○〇◯]\s?[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}ー]{1,20}(?:[（(][^()（）]{1,12}[)）]|[・\s][\p{L}（）()]{1,12})?$/u
/** `S#1. 거실 (낮)` */
const korean = /^(?:S\s?#|씬|신)\s?\d{1,4}[A-Z]?[.:]?\s{1,3}\S.{0,80}$/u

const western = [others, othersInSmall]
const eastern = [...chinese, japanese, korean]
/** What each of the eastern ones has, found faster than by all of them. */
const mayBeEastern = /[\u2500-\uFFFF]|^S\s?#/

/** `INT. KITCHEN – NIGHT` and its relatives. */
export function isSceneHeading(row: string): boolean {
  if (english.test(row))
    return true
  return row.length <= 200
    && (western.some(start => start.test(row)) || (mayBeEastern.test(row) && eastern.some(start => start.test(row))))
}
