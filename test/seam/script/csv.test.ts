/** Tables as CSV: the row in which Excel is told of the separator is understood, and is no row of the table. */
import { expect, it } from 'vitest'
import { rowsOfColumns, rowsOfCsv } from '#rules/script/csv.ts'

it.each([[';', ';'], [',', ','], ['\t', '\t'], ['\\t', '\t'], ['|', '|']])('is separated as `sep=%s` says', (said, sign) => {
  const rows = [['word', 'alias'], ['a, b; c', 'd']]
  const text = `sep=${said}\r\n${rows.map(row => row.map(cell => `"${cell}"`).join(sign)).join('\r\n')}\r\n`
  for (const each of [text, `\uFEFF${text}`, text.replace(/^sep=.*/, '"$&"').replace('"sep', '"SEP')])
    expect([rowsOfCsv(each), rowsOfColumns(each)], each).toEqual([rows, rows])
})

it('decides where the first row of the table has other separators, too, or none', () => {
  expect(rowsOfCsv('sep=,\na;b,c\n')).toEqual([['a;b', 'c']])
  expect(rowsOfCsv('sep=;\nalone\n')).toEqual([['alone']])
  expect(rowsOfCsv('sep=;')).toEqual([])
  expect(rowsOfCsv('sep=alt;x\n')).toEqual([['sep=alt', 'x']])
})
