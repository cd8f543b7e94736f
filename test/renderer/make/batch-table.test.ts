/** Tables as batches: columns go into the prompt and into parameters, and what cannot be read is told. */
import { expect, it } from 'vitest'
import { builtInModels } from '../../../src-main/service/catalogue/index.ts'
import { readBatchTable } from '../../../src-renderer/rooms/make/batch/batch-table.ts'

const model = builtInModels.find(each => each.id === 'eigen-image')!
const promptField = model.fields.find(field => field.name === 'prompt')!
const read = (source: string, prompt = 'A {animal} at {Place}') => readBatchTable(source, model, { prompt, promptField })

it('puts columns into the prompt and into parameters; a blank cell changes nothing', () => {
  const { rows, varied, unused, lacking, refused } = read('Animal;place;SEED;note\nheron;the pier;7;x\n"gull; grey";the bay;;y\n')
  expect(rows).toEqual([{ prompt: 'A heron at the pier', seed: 7 }, { prompt: 'A gull; grey at the bay' }])
  expect([varied, unused, lacking, refused]).toEqual([['prompt', 'seed'], ['note'], [], []])
})

it('a column of prompts needs no names in the prompt', () => {
  expect(read('prompt\nA heron\nA gull', '').rows).toEqual([{ prompt: 'A heron' }, { prompt: 'A gull' }])
})

it('tells names without a column, and cells that a parameter does not take', () => {
  const { lacking, refused, rows } = read('animal,width,output_format,real_time\nheron,9000,gif,yes\ngull,,png,maybe\n')
  expect(lacking).toEqual(['Place'])
  expect(refused).toEqual([
    { row: 1, field: 'width', value: '9000' },
    { row: 1, field: 'output_format', value: 'gif' },
    { row: 2, field: 'real_time', value: 'maybe' },
  ])
  expect(rows[0]).toEqual({ prompt: 'A heron at {Place}', real_time: true })
})

it('a table without rows makes nothing', () => {
  for (const source of ['', 'animal', 'animal,place\n'])
    expect(read(source).rows).toEqual([])
})

it('one column may be quoted: a cell may have commas, quotation marks and several lines', () => {
  const plain = (source: string) => read(source, '').rows.map(row => row.prompt)
  expect(plain('prompt\n"a red, big door"\na blue door\n')).toEqual(['a red, big door', 'a blue door'])
  expect(plain('prompt\r\n"a red door,\r\nat night"\r\n\r\n"a ""blue"" door"\r\n')).toEqual(['a red door,\nat night', 'a "blue" door'])
  expect(plain('"prompt"\n"a\tb; c"')).toEqual(['a\tb; c'])
  expect(plain('\uFEFFprompt\na red, big door\n')).toEqual(['a red, big door'])
})

it('one column keeps quotation marks that are part of the words', () => {
  const plain = (source: string) => read(source, '').rows.map(row => row.prompt)
  expect(plain('prompt\na "red" door\n"Stop" says a sign\n"No')).toEqual(['a "red" door', '"Stop" says a sign', '"No'])
})

it('tells rows that have more cells than there are columns, by their number', () => {
  const { overlong } = read('prompt,seed\na door,3\na red, big door,4\n"a red, big door",5\na gate,,\n', '')
  expect(overlong).toEqual([2])
})
