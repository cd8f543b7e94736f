/** Breaks a text into pieces that fit a caption of two lines, at the end of a sentence, a clause or a word, in any script. */
import { graphemesOf, lineWidth, narrow, widthOf } from './width.ts'

/** A piece that is never broken: a word with its punctuation, or a CJK word. */
interface Atom { readonly text: string, readonly hasSpaceBefore: boolean, readonly width: number, readonly ending: Ending }
type Ending = 'title' | 'leading' | 'word' | 'clause' | 'sentence'

/** The text of one caption, in one row and as it is broken; the time of the whole is shared by weight. */
export interface CaptionPiece { readonly text: string, readonly lines: readonly string[], readonly weight: number }

const words = new Intl.Segmenter('en', { granularity: 'word' })

/** Scripts that are written without spaces, and dashes: a line may end between any two words. */
const spacelessAtStart = /^[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F・ー\uFF01-\uFF60—…]/u
const spacelessAtEnd = /[\p{Script=Han}\p{Script=Hiragana}\p{Script=Katakana}\p{Script=Thai}\p{Script=Lao}\p{Script=Khmer}\p{Script=Myanmar}\u3000-\u303F・ー\uFF01-\uFF60—…]$/u
const neverFirst = /^[\p{Pe}\p{Pf}\p{Po}\p{Pd}ー々～]/u
const neverLast = /[\p{Ps}\p{Pi}\p{Sc}]$/u
const endsSentence = /[.!?。！？…؟।][\p{Pe}\p{Pf}"']*$/u
const endsClause = /[,;:，、；：—–][\p{Pe}\p{Pf}"']*$/u
/** Words that belong to the next one: a row should not end with them. */
const leadsOn = /^\P{L}*(?:an?|the|and|or|but|nor|if|as|of|to|in|on|at|by|for|from|with|into|that|which|who|when|where|while|because|than|my|your|his|her|its|our|their|no|not|is|are|was|were)$/iu
/** A name or another word in capitals inside a sentence, which a verb or another name follows. */
const isName = /^\P{L}*\p{Lu}[\p{L}\p{M}’'-]+$/u
/** Parts of one number, and a number with what it counts. */
const endsInNumber = /[\p{Nd}〇零一二两三四五六七八九十百千万亿]$/u
const continuesNumber = /^[\p{Nd}\p{Script=Han}]/u
const digitsAtEnd = /\d$/
const threeDigits = /^\d{3}$/
const isAbbreviation = /^\p{P}*(?:Mrs?|Ms|Drs?|St|Prof|Sr|Jr|vs|No|e\.g|i\.e|\p{Lu})\.$/u

/**
 * Pieces of at most two lines; a piece weighs the width of its words. `least` and `most` (0 to 1) say what share of the
 * whole a piece should have, where the text allows it. `prefix` (a speaker's name) is before the first piece and weighs nothing.
 */
export function splitCaption(text: string, shares: { least: number, most: number }, prefix = ''): CaptionPiece[] {
  const named = prefix === '' ? [] : atomsOf(prefix)
  const atoms = atomsOf(text).map((atom, index) => index === 0 ? { ...atom, hasSpaceBefore: !spacelessAtEnd.test(prefix) } : atom)
  const whole = weigh(atoms)
  // Half a line is never divided, even if it is shown shorter than its time: it is read quickly.
  const cuts = cheapestCuts(atoms, named, { least: whole * shares.least, most: Math.max(whole * shares.most, lineWidth / 2) })
  return cuts.map(([from, to]) => {
    const piece = atoms.slice(from, to)
    return { text: textOf(piece), lines: linesOf(from === 0 ? [...named, ...piece] : piece), weight: weigh(piece) }
  })
}

/** Where a text may be parted: words with their punctuation, in any script. */
export interface Word {
  readonly text: string
  readonly hasSpaceBefore: boolean
  readonly endsClause: boolean
  /** Stands without a space also behind another text. */
  readonly isSpaceless: boolean
}

export function wordsOf(text: string): Word[] {
  return atomsOf(text).map(({ text, hasSpaceBefore, ending }) =>
    ({ text, hasSpaceBefore, endsClause: ending === 'clause' || ending === 'sentence', isSpaceless: spacelessAtStart.test(text) }))
}

/** Words of ASCII with single spaces between them: most lines of most scripts, in which a segmenter finds just these words. */
const plainWords = /^[\x21-\x7E]{1,42}(?: [\x21-\x7E]{1,42})*$/
const numbersBeside = /\d \d/
const mostKnown = 16_384
const knownWords = new Map<string, Pick<Atom, 'text' | 'width' | 'ending'>>()

function plainAtoms(text: string): Atom[] {
  return text.split(' ').map((word, index) => {
    const known = knownWords.get(word) ?? { text: word, width: widthOf(word), ending: endingOf(word) }
    if (knownWords.size >= mostKnown)
      knownWords.clear()
    knownWords.set(word, known)
    return { ...known, hasSpaceBefore: index > 0 }
  })
}

function atomsOf(text: string): Atom[] {
  if (plainWords.test(text) && !numbersBeside.test(text))
    return plainAtoms(text)
  const pieces: { segments: string[], hasSpaceBefore: boolean }[] = []
  let space = ''
  let before = ''
  for (const { segment } of words.segment(text.normalize('NFC').trim())) {
    const last = pieces.at(-1)
    if (/^\s+$/u.test(segment)) {
      space += segment
      continue
    }
    if (last && !mayBreakBetween(before, space, segment))
      last.segments.push(space === '' ? segment : ` ${segment}`)
    else
      pieces.push({ segments: [segment], hasSpaceBefore: space !== '' })
    space = ''
    before = segment
  }
  return pieces
    .flatMap(({ segments, hasSpaceBefore: isApart }) => chop({ text: segments.join(''), hasSpaceBefore: isApart }))
    .map(piece => ({ ...piece, width: widthOf(piece.text), ending: endingOf(piece.text) }))
}

function mayBreakBetween(before: string, space: string, after: string): boolean {
  if (space !== '')
    return !/^[\u00A0\u202F]+$/.test(space) && !(digitsAtEnd.test(before) && threeDigits.test(after))
  return (spacelessAtEnd.test(before) || spacelessAtStart.test(after)) && !neverFirst.test(after) && !neverLast.test(before)
    && !(endsInNumber.test(before) && continuesNumber.test(after))
}

/** A word that is longer than a line (an address) is cut wherever the line is full. */
function chop(piece: { text: string, hasSpaceBefore: boolean }): { text: string, hasSpaceBefore: boolean }[] {
  if (widthOf(piece.text) <= lineWidth)
    return [piece]
  const parts = [{ text: '', width: 0 }]
  for (const segment of graphemesOf(piece.text)) {
    const last = parts.at(-1)
    const width = widthOf(segment)
    if (last && last.width + width <= lineWidth)
      parts[parts.length - 1] = { text: last.text + segment, width: last.width + width }
    else
      parts.push({ text: segment, width })
  }
  return parts.map(({ text }, index) => ({ text, hasSpaceBefore: index === 0 && piece.hasSpaceBefore }))
}

function endingOf(text: string): Ending {
  if (isAbbreviation.test(text))
    return 'title'
  if (endsSentence.test(text))
    return 'sentence'
  if (endsClause.test(text))
    return 'clause'
  return leadsOn.test(text) || isName.test(text) ? 'leading' : 'word'
}

function weigh(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom) => sum + atom.width, 0)
}

// Costs by how much each disturbs a reader: a caption shown too long, a flash, a broken clause, one caption more than needed.
const costOf = { tooLong: 200, tooShort: 60, piece: 20, word: 18, leading: 24, orphan: 12, title: 40, clause: 5, sentence: 0 } as const

/** Lines filled greedily, which needs the fewest. */
interface Filled { readonly lines: number, readonly width: number }
const noLines: Filled = { lines: 0, width: Infinity }

/** The cheapest way through the text, piece by piece: [from, to) over the atoms. */
function cheapestCuts(atoms: readonly Atom[], named: readonly Atom[], weights: { least: number, most: number }): [number, number][] {
  const cost = [0, ...atoms.map(() => Infinity)]
  const cameFrom = [0, ...atoms.map(() => 0)]
  for (let from = 0; from < atoms.length; from++) {
    let fill = from === 0 ? named.reduce(addToLines, noLines) : noLines
    let weight = 0
    for (let to = from + 1; to <= atoms.length; to++) {
      const atom = atoms[to - 1]
      if (!atom)
        break
      fill = addToLines(fill, atom)
      weight += atom.width
      // A single atom always fits.
      if (to > from + 1 && fill.lines > 2)
        break
      const total = (cost[from] ?? 0) + pieceCost(weight, to === atoms.length ? 'sentence' : atom.ending, weights)
      if (total < (cost[to] ?? 0)) {
        cost[to] = total
        cameFrom[to] = from
      }
    }
  }
  const cuts: [number, number][] = []
  for (let to = atoms.length; to > 0; to = cameFrom[to] ?? 0)
    cuts.push([cameFrom[to] ?? 0, to])
  return cuts.reverse()
}

function pieceCost(weight: number, ending: Ending, { least, most }: { least: number, most: number }): number {
  const shortest = Math.min(lineWidth, most) / 2
  return costOf.piece + costOf[ending]
    + (weight < least ? costOf.tooShort : 0)
    + (weight > most ? costOf.tooLong * weight / most : 0)
    + (weight < shortest ? costOf.orphan * (1 - weight / shortest) : 0)
}

function addToLines({ lines, width }: Filled, atom: Atom): Filled {
  const added = atom.width + (atom.hasSpaceBefore ? narrow : 0)
  return width + added > lineWidth ? { lines: lines + 1, width: atom.width } : { lines, width: width + added }
}

function textOf(atoms: readonly Atom[]): string {
  return atoms.map((atom, index) => (atom.hasSpaceBefore && index > 0 ? ' ' : '') + atom.text).join('').trim()
}

function widthOfLine(atoms: readonly Atom[]): number {
  return atoms.reduce((sum, atom, index) => sum + atom.width + (atom.hasSpaceBefore && index > 0 ? narrow : 0), 0)
}

/** One line if it fits, else two of similar length, preferably broken after a clause. */
function linesOf(atoms: readonly Atom[]): string[] {
  // What is wider than two lines, such as a very long name, fits in no way: trying them all would take long.
  if (widthOfLine(atoms) <= lineWidth || weigh(atoms) > 2 * lineWidth)
    return [textOf(atoms)]
  const ways = atoms.slice(1).flatMap((_, index) => {
    const [upper, lower] = [atoms.slice(0, index + 1), atoms.slice(index + 1)]
    const widths = [widthOfLine(upper), widthOfLine(lower)] as const
    if (Math.max(...widths) > lineWidth)
      return []
    const bonus = { title: -20, leading: -12, word: 0, clause: 16, sentence: 20 }[atoms[index]?.ending ?? 'word'] * narrow
    return [{ lines: [upper, lower], cost: Math.abs(widths[0] - widths[1]) - bonus }]
  })
  return (ways.sort((a, b) => a.cost - b.cost)[0]?.lines ?? [atoms]).map(textOf)
}
