/** The palette finds by every typed word, beginnings first. */
import { expect, it } from 'vitest'
import { rank } from '../../../src-renderer/actions/palette.ts'

const entries = ['Open sample project', 'New project', 'Projects', 'Switch light/dark theme', '切换为中文']
const find = (asked: string) => rank(entries, asked, text => text)

it('lists everything in its own order while nothing is typed', () => {
  expect(find('  ')).toEqual(entries)
})

it('entries that begin with the word come before those that contain it', () => {
  expect(find('project')).toEqual(['Projects', 'Open sample project', 'New project'])
})

it('every word must occur, in any order', () => {
  expect(find('dark switch')).toEqual(['Switch light/dark theme'])
  expect(find('dark project')).toEqual([])
})

it('finds in Chinese', () => {
  expect(find('中文')).toEqual(['切换为中文'])
})
