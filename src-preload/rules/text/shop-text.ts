/** What was measured of an audiobook for shops, and what is left to do, as a text that comes with it. */
import type { TextLanguage } from '#contract/words.ts'
import type { ShopFile, ShopSet } from '../deliver/shop.ts'
import type { ReportWords } from './reports/words.ts'
import { sampleSeconds, shopCoverSide, shopProblems } from '../deliver/shop.ts'
import { reportWordsIn } from './report-words.ts'

const credits = { opening: /\b(?:opening|intro(?:duction)?)\b|片头|开场/i, closing: /\b(?:closing|end|outro)\b|片尾|结束/i }

export function shopText(name: string, set: ShopSet, language: TextLanguage = 'en'): string {
  const all = reportWordsIn[language]
  const words = all.shop
  const { files, sample } = set
  const db = (value: number | null): string => value === null ? all.silent : value.toFixed(1)
  const row = (file: ShopFile): string => {
    const problems = shopProblems(file)
    return [
      `${problems.length === 0 ? 'ok ' : 'NOT'}  ${file.name}`,
      `     ${words.measured(db(file.rmsDb), db(file.peakDb), db(file.floorDb))}, ${words.given(file.gainDb.toFixed(1), file.seconds.toFixed(1))}`,
      ...problems.map(problem => `     ! ${words.problems[problem]}`),
    ].join('\n')
  }
  const notes = notesOf(set, words)
  return [
    words.title(name),
    words.limits,
    words.form,
    '',
    ...files.map(row),
    ...sample ? ['', words.sample, row(sample)] : [],
    '',
    ...notes.length === 0 ? [words.nothing] : [words.todo, ...notes.map(note => `- ${note}`)],
    '',
  ].join('\n')
}

function notesOf({ files, sample, cover }: ShopSet, words: ReportWords['shop']): string[] {
  const isSmall = cover !== null && (cover.width !== cover.height || cover.width < shopCoverSide)
  return [
    ...files[0] && !credits.opening.test(files[0].name) ? [words.noOpening] : [],
    ...files.at(-1) && !credits.closing.test(files.at(-1)?.name ?? '') ? [words.noClosing] : [],
    ...sample === null || sample.seconds < sampleSeconds.least ? [words.shortSample] : [],
    ...cover === null ? [words.noCover(shopCoverSide)] : [],
    ...isSmall ? [words.smallCover(cover.width, cover.height, shopCoverSide)] : [],
    ...files.some(({ seconds }) => seconds > 7200) ? [words.longFile] : [],
  ]
}
