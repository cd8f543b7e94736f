/** Places for drops: what may be dropped there, what is left to the place around it, and how it is shown. */
import type { Medium } from '#contract/words.ts'
import type { JudgeDrop } from '../../../../src-renderer/parts/files/use-drop-zone.ts'
import { createPinia, setActivePinia } from 'pinia'
import { beforeEach, expect, it } from 'vitest'
import { filesAlone, filesOrTakes, useDropWords, useDropZone } from '../../../../src-renderer/parts/files/use-drop-zone.ts'
import { takesDragType } from '../../../../src-renderer/parts/takes/take-drag.ts'
import { dragEvent, fakeTransfer } from '../../../kit/transfer.ts'

beforeEach(() => setActivePinia(createPinia()))

function open(judge: JudgeDrop, words?: () => string) {
  const brought: DataTransfer[] = []
  const zone = useDropZone({ judge, bring: transfer => brought.push(transfer), ...words && { words } })
  return { ...zone, brought }
}
function files(...names: string[]): DataTransfer {
  return fakeTransfer(names.map(name => new File([''], name)))
}
function takes(...media: Medium[]): DataTransfer {
  const transfer = fakeTransfer()
  transfer.setData(takesDragType, '[]')
  for (const medium of media)
    transfer.setData(`application/x-takeroom-medium-${medium}`, '')
  return transfer
}
function leaving(isInside: boolean): DragEvent {
  return { currentTarget: { contains: () => isInside }, relatedTarget: null } as unknown as DragEvent // Just what is read of it.
}

it('welcomes files and takes of its media, and brings them when they are dropped', () => {
  const zone = open(filesOrTakes(['audio']))
  for (const transfer of [files('a.wav'), files('a.txt', 'b.wav'), takes('audio'), takes('picture', 'audio')]) {
    const over = dragEvent(transfer)
    zone.on.dragover(over)
    expect([over.defaultPrevented, transfer.dropEffect, zone.isOver.value]).toEqual([true, 'copy', true])
    const drop = dragEvent(transfer)
    zone.on.drop(drop)
    expect([drop.defaultPrevented, zone.over.value, zone.brought.at(-1)]).toEqual([true, null, transfer])
  }
})

it('leaves scripts, other media, text and what a part of it has answered to what is around it', () => {
  const zone = open(filesOrTakes(['audio']))
  const answered = dragEvent(files('a.wav'))
  answered.preventDefault()
  zone.on.dragover(answered)
  zone.on.drop(answered)
  for (const transfer of [files('a.fountain', 'b.srt', 'c.epub'), takes('picture'), fakeTransfer()]) {
    for (const act of [zone.on.dragenter, zone.on.dragover, zone.on.drop]) {
      const event = dragEvent(transfer)
      act(event)
      expect([event.defaultPrevented, zone.over.value]).toEqual([false, null])
    }
  }
  expect(zone.brought).toEqual([])
})

it('refuses what is wrong for it, shows so, and does nothing with it', () => {
  const zone = open(dragged => dragged === 'files' ? 'welcome' : 'wrong')
  const event = dragEvent(takes('video'))
  zone.on.dragover(event)
  expect([event.defaultPrevented, event.dataTransfer?.dropEffect]).toEqual([true, 'none'])
  expect([zone.over.value, zone.isOver.value]).toEqual(['wrong', false])
  zone.on.drop(dragEvent(takes('video')))
  expect(zone.brought).toEqual([])
})

it('is over until the pointer leaves it or a part of it takes over, and not only leaves one of its parts', () => {
  const zone = open(filesAlone)
  zone.on.dragover(dragEvent(files('a.json')))
  zone.on.dragleave(leaving(true))
  expect(zone.isOver.value).toBe(true)
  zone.on.dragleave(leaving(false))
  expect(zone.isOver.value).toBe(false)
  zone.on.dragover(dragEvent(files('a.json')))
  const inner = dragEvent(files('a.json'))
  inner.preventDefault()
  zone.on.dragover(inner)
  expect(zone.isOver.value).toBe(false)
})

it('says what a drop does while it hovers; a part without words of its own does not keep those of the room', () => {
  const hint = useDropWords()
  const words = () => 'to the voices'
  const room = open(filesOrTakes(['audio']), words)
  const part = open(filesAlone)
  room.on.dragover(dragEvent(files('a.wav')))
  expect(hint.words).toBe(words)
  part.on.dragover(dragEvent(files('a.wav')))
  expect(hint.words).toBe(null)
  room.on.dragover(dragEvent(files('a.wav')))
  room.on.drop(dragEvent(files('a.wav')))
  expect(hint.words).toBe(null)
})
