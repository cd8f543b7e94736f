/** What a script has besides speech: headings, transitions, notes, effects, the title page, and what belongs to the pages of a print. */
import { isSceneHeading } from '../scene-headings.ts'
import { oneRow } from '../script-lines.ts'
import { otherSeen, otherSounds, otherTransition } from './other-languages.ts'
import { stampAtEnd, timeRow } from './stamps.ts'

const numbered = '(?:\\d{1,4}|[IVXLC]{1,7}|[一二三四五六七八九十百零〇]{1,6}|one|two|three|four|five|six|seven|eight|nine|ten|eleven|twelve)'
const chapter = new RegExp(`^(?:chapter|part|book|act|scene|episode|section|segment|slide|screen|panel|page|stop|station|track|shot|frame|exercise|lesson|module|kapitel|teil|akt|szene|chapitre|partie|acte|scène|capítulo|parte|acto|escena|capitolo|atto|scena|глава|часть|сцена|действие|rozdział|kapitola|hoofdstuk|kapittel|fejezet|folie|lektion|diapositive|leçon|diapositiva|lección|lezione)\\s{1,3}${numbered}(?:\\s{0,3}[:.–—-]\\s{0,3}\\S.{0,80})?$`, 'iu')
/** `1. Kapitel`, `Acto primero`, `Erster Akt`. */
const ordinal = 'primer[oa]?|segund[oa]|tercer[oa]?|cuart[oa]|quint[oa]|premi(?:er|ère)|deuxième|second[oea]?|troisième|quatrième|cinquième|prim[oa]|terz[oa]|quart[oa]|перв(?:ое|ая)|втор(?:ое|ая)|третье|третья|erste[rs]?|zweite[rs]?|dritte[rs]?|vierte[rs]?|fünfte[rs]?'
const part = 'kapitel|akt|aufzug|szene|auftritt|teil|acte|scène|chapitre|partie|acto|escena|jornada|cuadro|capítulo|parte|atto|scena|capitolo|действие|картина|сцена|глава|часть'
const counted = new RegExp(`^(?:(?:\\d{1,3}\\.|${ordinal})\\s{1,3}(?:${part})|(?:${part})\\s{1,3}(?:${ordinal}))[.:]?$`, 'iu')
const chineseChapter = /^(?:第[\d一二三四五六七八九十百零〇]{1,6}[章节節幕场場回集部卷]|场景\s?[\d一二三四五六七八九十]{1,3}(?=$|[\s：:]))(?:\s{0,3}[：:]?\s{0,3}\S.{0,60})?$/u
const alone = /^(?:prologue|epilogue|interlude|foreword|introduction|intro|outro|intermission|(?:ad|commercial) break|cold open|teaser|prolog|epilog|prólogo|epílogo|序章|序幕|尾声|楔子)$/iu
const sceneNumbers = /^(?:[A-Z]?\d{1,4}[A-Z]?[.)]?\s{1,9})?(.*?)(?:\s{1,9}[A-Z]?\d{1,4}[A-Z]?)?$/

/** The heading of a row: a slug line, `.FORCED`, a chapter; null for any other. Markdown headings are read where rows are known. */
export function slugOf(row: string): string | null {
  if (/^\.[^.\s]/.test(row))
    return oneRow(withoutSceneNumber(row.slice(1)))
  const inner = /^\d|\d$/.test(row) ? sceneNumbers.exec(row)?.[1] ?? row : row
  return isSceneHeading(inner) ? oneRow(withoutSceneNumber(inner)) : null
}

export function chapterOf(row: string): string | null {
  const words = row.length <= 130 && /[\])]$/.test(row) ? row.replace(stampAtEnd, '') : row
  return words.length <= 110 && [chapter, counted, chineseChapter, alone].some(each => each.test(words)) ? oneRow(row) : null
}

function withoutSceneNumber(row: string): string {
  return row.replace(/\s{0,9}#[^#]{1,10}#$/, '')
}

const transition = /^(?:[\p{Lu} ]{2,40} (?:TO|IN|ON):|FADE (?:IN|OUT|TO BLACK|UP)[.:]?|(?:SMASH |MATCH |JUMP )?CUT TO(?: BLACK)?[.:]?|DISSOLVE TO[.:]?|BACK TO SCENE[.:]?|(?:THE )?END(?: OF (?:ACT|SCENE|EPISODE|PART|PLAY|FILM|SHOW)(?: [\p{Lu}\d]{1,9})?)?[.:]?|BLACKOUT[.:]?|CURTAIN[.:]?|\(?剧终\)?|（?完）?)$/u

/** `CUT TO:`, `> FADE OUT.`, `> THE END <`. */
export function isTransition(row: string): boolean {
  if (transition.test(row) || otherTransition.test(row))
    return true
  const [, words, end] = row.startsWith('>') ? /^>([^<]{1,80})(<?)$/.exec(row) ?? [] : []
  return words !== undefined && (end === '<' || words === words.toUpperCase())
}

const furniture = /^(?:[-–—]\s?\d{1,4}\s?[-–—]|page\s{1,3}\d{1,4}(?:\s{1,3}of\s{1,3}\d{1,4})?|seite\s{1,3}\d{1,4}|\(?(?:MORE|CONTINUED|CONT['’]?D|CONTINUES)\)?[.:]?(?:\s{0,3}\(?\d{1,4}\)?)?|第\s?\d{1,4}\s?页|\d{1,4}\s?(?:\/|of)\s?\d{1,4}|={3,}|transcribed by https?:\/\/\S{1,200}|\S.{0,60} (?:started|stopped) transcription|\S.{0,80}[.·…]{3,80}\s?\d{1,4}|(?:table of )?contents|inhaltsverzeichnis|table des matières|目录|目次)$/i

/** What each of them has, found faster than the pattern. */
const mayBeFurniture = /\d|^(?:\(?(?:MORE|CONT)|={3}|transcribed|table|inhalt|目)|transcription$/i

/** `- 12 -`, `(MORE)`, `CONTINUED:`. */
export function isFurniture(row: string): boolean {
  return mayBeFurniture.test(row) && furniture.test(row)
}

/** Times alone in rows, of a transcript that counts them up. */
export function timeRowsIn(rows: readonly string[]): ReadonlySet<number> {
  const found = rows.flatMap((row, at) => timeRow.test(row) ? [{ at, time: secondsOf(row) }] : [])
  const countsUp = found.length > 1 && found.every(({ time }, index) => time >= (found[index - 1]?.time ?? 0))
  return new Set(countsUp ? found.map(({ at }) => at) : [])
}

function secondsOf(row: string): number {
  return row.split(':').reduce((sum, part) => sum * 60 + Number.parseInt(part), 0)
}

const bareNumber = /^\d{1,4}\.?$/

/** What a page ends or begins with where it divides a speech or a scene, and the sign of a new page. */
const endsPage = /^(?:\f|\(?(?:MORE|CONTINUED|CONTINUES)\)?[.:]?)$/i
const beginsPage = /^(?:\f|\(?(?:CONTINUED|CONT['’]?D|CONTINUES)\)?[.:]?)$/i

/** Numbers alone in a row are those of pages where they count up, and where a page ends or begins. The rows of page breaks are `\f`. */
export function pageNumbersIn(rows: readonly string[]): ReadonlySet<number> {
  const written = rows.flatMap((row, at) => row === '' ? [] : [{ row, at }])
  const found = written.flatMap(({ row, at }, index) => bareNumber.test(row)
    ? [{ at, number: Number.parseInt(row), before: written[index - 1]?.row ?? '', after: written[index + 1]?.row ?? '' }]
    : [])
  const countsUp = found.length > 1 && found.every(({ number }, index) => number > (found[index - 1]?.number ?? -1))
  // What somebody says is right below their name, or below other words.
  const isAtEdge = ({ at, before, after }: typeof found[number]): boolean =>
    endsPage.test(before) || ((rows[at - 1] ?? '') === '' && beginsPage.test(after))
  return new Set(found.filter(each => countsUp || isAtEdge(each)).map(({ at }) => at))
}

const effectLabel = new RegExp(String.raw`^(?:SFX|F\/?X|GRAMS|SPOT FX|SOUND(?: EFFECT| CUE)?|SOUNDS|MUSIC(?: CUE)?|BGM|AMBIENCE|AMBIENT|ATMOS|FOLEY|JINGLE|STINGER|${otherSounds})(?:\s{0,2}\d{1,3})?\s{0,3}[:：–—-]\s{0,20}\S`, 'iu')
/** How radio writes them, without a colon: `F/X   A DOOR`. */
const radioEffect = /^(?:SFX|F\/?X|GRAMS|ATMOS)(?:\s{2,9}|\t)\P{Ll}{2,400}$/u
const music = /^[♪♫🎵🎶].{1,400}$/u
/** `OUTRO MUSIC`, `MUSIC OUT`: alone, in capitals. */
const musicAlone = /^(?:(?:INTRO|OUTRO|THEME|OPENING|CLOSING|BACKGROUND) )?MUSIC(?: (?:OUT|IN|UP|UNDER|STOPS|STARTS|BEGINS|ENDS|SWELLS|CONTINUES|PLAYS|FADES?(?: (?:IN|OUT|UP|UNDER|DOWN))?))?\.?$/

/** `[SFX: thunder]`, `MUSIC: …`, `♪ … ♪`: without its brackets; null for anything else. */
export function effectOf(row: string): string | null {
  const plain = row.startsWith('**') ? row.replaceAll('**', '') : row
  const inner = /^[[(（【]/.test(plain) ? /^.([^\]）】]{1,400})[\])）】]$/.exec(plain)?.[1]?.trim() ?? plain : plain
  const said = /^\d/.test(inner) ? inner.replace(/^\d{1,4}[.)]\s{1,9}/, '') : inner
  const isEffect = effectLabel.test(said) || radioEffect.test(said) || music.test(said)
    || (said.includes('MUSIC') && musicAlone.test(said))
  return isEffect ? oneRow(said) : null
}

const noteRow = /^(?:\[\[.{1,2000}\]\]|<!--.*-->|\/\/\s.*|=\s.*|[[(]?(?:NOTE|NOTES|TO-?DO|REMINDER|AUTHOR['’]S NOTE|PRODUCTION NOTE|ANMERKUNG|备注|注)\s{0,3}[:：].{1,2000})$/iu

/** `[[…]]`, `NOTE: …`, a synopsis of Fountain: for those who make it, never for those who hear it. */
export function isNote(row: string): boolean {
  return noteRow.test(row)
}

const directionLabel = /^(?:SETTING|AT RISE|ACTION|STAGE DIRECTIONS?|LIGHTS|TIME|PLACE|CAST|CHARACTERS|DRAMATIS PERSONAE|SUPER|CHYRON|CAMERA|VIDEO)\s{0,3}[:：]\s{0,3}\S/u
/** What is seen, in scripts of films that explain or sell. */
const shownLabel = /^(?:visuals?|graphics?|b-?roll|(?:text )?on[- ]screen(?: text)?|lower[- ]third|title(?: card)?|slide title|picture)\s{0,3}[:：]\s{0,3}\S/i
/** `△` is how Chinese scripts write them. */
const directionSign = /^[△▲]\s{0,3}\S/

/** `SETTING: …` of stage plays, in capitals; `On screen: …`. */
export function isStageLabel(row: string): boolean {
  if (!/[:：]|^[*△▲]/.test(row))
    return false
  const plain = row.includes('**') ? row.replaceAll('**', '') : row
  return directionLabel.test(plain) || shownLabel.test(plain) || otherSeen.test(plain) || directionSign.test(plain)
}

const titleKey = /^(?:title|client|product|agency|campaign|length|duration|running time|writer|producer|credit|authors?|source|draft(?: date)?|contact|copyright|revision|date|episode|series|show|written by|version|标题|作者)\s?[:：]/i
const byline = /^(?:written |story |screenplay |adapted |an? .{1,30} )?by\b/i

/** Up to which row, not included, the title page goes; 0 where there is none. Rows are trimmed. */
export function endOfTitlePage(rows: readonly string[]): number {
  const first = rows.findIndex(row => row !== '')
  if (first < 0 || !(titleKey.test(rows[first] ?? '') || byline.test(rows[first + 1] ?? '')))
    return 0
  const end = rows.indexOf('', first)
  // A script of which every row has a name before a colon has no title page to its end.
  // Nor has one whose rows are all one paragraph.
  const isAll = end < 0 || rows.findLastIndex(row => row !== '') < end
  return isAll || rows.slice(first + 1, end).some(row => /^[\p{Lu} ]{2,30}:\s/u.test(row) && !titleKey.test(row)) ? first + 1 : end
}
