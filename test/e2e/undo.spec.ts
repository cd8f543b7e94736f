/** Undo is one thing: what was done or typed last, in whatever field of the room, in this order; acts by name, and over a reload. */
import type { Locator } from '@playwright/test'
import { holdWire } from './kit/cut-wire.ts'
import { expect, test } from './kit/story.ts'
import { studioGone } from './kit/watch.ts'
import { chatRoom } from './pages/chat-room.ts'
import { scriptRoom } from './pages/script-room.ts'

test('a line that was moved and one that was removed come back by key, after a reload, too; no other line changes @short', async ({ studio, service }) => {
  const { page } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  await studio.script.paste('ANNA: One.\nBEN: Two.\nANNA: Three.', 3)
  const { texts } = studio.script
  const direction = studio.script.line(1).getByRole('textbox', { name: 'Direction' })
  await expect.poll(texts).toEqual(['One.', 'Two.', 'Three.'])

  const first = studio.script.text(1)
  await first.focus()
  await direction.fill('quietly')
  await page.keyboard.press('Control+z')
  await expect(direction, 'what was typed last goes first').toHaveValue('')
  await direction.fill('loudly')
  await first.focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(texts).toEqual(['Two.', 'One.', 'Three.'])
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+z')
  await expect.poll(texts).toEqual(['One.', 'Two.', 'Three.'])
  await expect(page.getByText('Undone: move line 1')).toBeVisible()
  await expect(direction).toHaveValue('loudly')

  await studio.script.line(2).click({ button: 'right', position: { x: 30, y: 10 } })
  await page.getByRole('menuitem', { name: 'Delete line' }).click()
  await expect.poll(texts).toEqual(['One.', 'Three.'])
  await page.reload()
  await expect.poll(texts).toEqual(['One.', 'Three.'])
  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+z')
  await expect.poll(texts).toEqual(['One.', 'Two.', 'Three.'])
  await page.keyboard.press('Control+Shift+z')
  await expect.poll(texts).toEqual(['One.', 'Three.'])
})

test('what one page did is undone in another, and a new take in between leaves what can be made again @wide', async ({ studio, service, hostName }) => {
  test.skip(hostName !== 'web', 'a second page exists on the web host only')
  const { page, script } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  await script.paste('ANNA: One.\nANNA: Two.', 2)
  await script.cast('ANNA', 'Qwen3 TTS', 'Serena')
  const other = await studio.running.openAnother()
  await other.goto(page.url())
  const there = scriptRoom(other)
  await expect.poll(there.texts).toEqual(['One.', 'Two.'])

  await script.text(1).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(there.texts).toEqual(['Two.', 'One.'])
  await other.keyboard.press('Control+z')
  await expect(other.getByText('Undone: move line 1')).toBeVisible()
  await expect.poll(script.texts).toEqual(['One.', 'Two.'])
  await script.make.click()
  await expect(script.state(1, 'Generated')).toBeVisible()
  await expect(script.state(2, 'Generated')).toBeVisible()

  await page.evaluate(() => (document.activeElement as HTMLElement | null)?.blur())
  await page.keyboard.press('Control+Shift+z')
  await expect(page.getByText('Redone: move line 1')).toBeVisible()
  await expect.poll(there.texts).toEqual(['Two.', 'One.'])
  await expect(there.state(1, 'Generated')).toBeVisible()
})

/** Where the caret is, or what is selected. */
function selectionOf(field: Locator): Promise<(number | null)[]> {
  return field.evaluate((element: HTMLInputElement | HTMLTextAreaElement) => [element.selectionStart, element.selectionEnd])
}

test('words and lines of a script go in the order in which they came, whichever field they were typed in', async ({ studio, service }) => {
  test.slow()
  const { page, script, shell } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  const words = ['One', 'Two', 'Three', 'Four', 'Five', 'Six', 'Seven', 'Eight']
  await script.paste(words.map(word => `ANNA: ${word}.`).join('\n'), 8)
  const last = async () => (await script.texts()).slice(7)

  await script.text(8).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' AAA')
  await page.keyboard.press('Enter')
  await expect(script.text(9)).toBeFocused()
  await page.keyboard.type('BBB')
  await page.keyboard.press('Control+z')
  await expect.poll(last).toEqual(['Eight. AAA', ''])
  await expect(script.text(9)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect.poll(last).toEqual(['Eight. AAA'])
  await expect(script.text(8)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect.poll(last).toEqual(['Eight.'])
  await expect(script.text(8)).toBeFocused()
  await expect.poll(() => selectionOf(script.text(8))).toEqual([6, 6])
  for (const after of [['Eight. AAA'], ['Eight. AAA', ''], ['Eight. AAA', 'BBB']]) {
    await page.keyboard.press('Control+y')
    await expect.poll(last).toEqual(after)
  }
  await expect(script.text(9)).toBeFocused()
  // As fast as keys come.
  for (let time = 0; time < 3; time++)
    await page.keyboard.press('Control+z')
  await expect.poll(last).toEqual(['Eight.'])
  for (let time = 0; time < 3; time++)
    await page.keyboard.press('Control+Shift+z')
  await expect.poll(last).toEqual(['Eight. AAA', 'BBB'])

  // Two fields in turn, a deletion, and a selection that is typed over; the saves in between are no steps.
  const direction = script.line(8).getByRole('textbox', { name: 'Direction' })
  await direction.click()
  await page.keyboard.type('low')
  await script.text(9).focus()
  await page.keyboard.press('Control+a')
  await page.keyboard.type('C')
  await direction.focus()
  await page.keyboard.press('End')
  await page.keyboard.press('Backspace')
  const both = async () => [await direction.inputValue(), await script.text(9).inputValue()]
  await expect.poll(both).toEqual(['lo', 'C'])
  await page.keyboard.press('Control+z')
  await expect.poll(both).toEqual(['low', 'C'])
  await page.keyboard.press('Control+z')
  await expect.poll(both).toEqual(['low', 'BBB'])
  await expect(script.text(9)).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect.poll(both).toEqual(['', 'BBB'])
  await expect(direction).toBeFocused()

  // It outlasts the room, and no other room undoes what is not seen there.
  await shell.goToPart('Make')
  await studio.make.prompt.focus()
  await page.keyboard.press('Control+z')
  await shell.goToPart('Script')
  await script.text(9).focus()
  await page.keyboard.press('Control+z')
  await expect.poll(last).toEqual(['Eight. AAA', ''])
})

test('what is typed into a search is a step among those of the room, and its own order is kept', async ({ studio, service }) => {
  const { page, script } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  await script.paste('ANNA: One.\nBEN: Two.', 2)
  const search = page.getByRole('complementary', { name: 'Bin', exact: true }).getByRole('textbox').first()
  if (!await search.isVisible())
    await page.getByRole('button', { name: 'Bin', exact: true }).click()
  await search.click()
  await page.keyboard.type('still')
  await script.text(1).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(script.texts).toEqual(['Two.', 'One.'])
  await search.focus()
  await page.keyboard.press('Control+z')
  await expect.poll(script.texts).toEqual(['One.', 'Two.'])
  await expect(search).toHaveValue('still')
  await page.keyboard.press('Control+z')
  await expect(search).toHaveValue('')
  await page.keyboard.press('Control+y')
  await expect(search).toHaveValue('still')
  await page.keyboard.press('Control+y')
  await expect.poll(script.texts).toEqual(['Two.', 'One.'])
})

test('title, length and marker of the timeline are undone from their fields, and a mute costs no redo', async ({ studio }) => {
  const { page, timeline, shell } = studio
  await studio.lookAround()
  await studio.projects.create('Harbour')
  await shell.goToPart('Timeline')
  await page.getByRole('button', { name: 'Create empty sequence' }).click()
  await timeline.saved.waitFor()
  const onTracks = () => timeline.grid.click({ position: { x: 500, y: 8 } })
  await shell.command('Add title')
  await timeline.clips.first().waitFor()
  await timeline.clips.first().click()
  const words = timeline.inspector.getByRole('textbox', { name: 'Text' })
  const first = await words.inputValue()
  await words.focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' and more')
  await page.keyboard.press('Control+z')
  await expect(words).toHaveValue(first)
  await expect(words).toBeFocused()
  await page.keyboard.press('Control+y')
  await expect(words).toHaveValue(`${first} and more`)

  // What is not taken over yet is only text; once it is, it is a step like any other.
  const length = timeline.inspector.getByRole('textbox', { name: 'Duration' })
  const before = await length.inputValue()
  await length.focus()
  await page.keyboard.type('2s')
  await page.keyboard.press('Control+z')
  await expect(length).toHaveValue(before)
  await page.keyboard.type('2s')
  await page.keyboard.press('Tab')
  await expect(length).toHaveValue('00:00:02:00')
  await words.focus()
  await page.keyboard.press('Control+z')
  await expect(length).toHaveValue(before)
  await expect(words).toHaveValue(`${first} and more`)
  await page.keyboard.press('Control+z')
  await expect(words).toHaveValue(first)
  await page.keyboard.press('Control+y')
  await page.keyboard.press('Control+y')
  await expect(length).toHaveValue('00:00:02:00')
  await expect(words).toHaveValue(`${first} and more`)

  await onTracks()
  await page.keyboard.press('Escape')
  await page.keyboard.press('m')
  const name = timeline.inspector.getByRole('textbox', { name: 'Marker name' })
  await name.click()
  await page.keyboard.type('Opening')
  await page.keyboard.press('Tab')
  await name.focus()
  await page.keyboard.press('Control+z')
  await expect(name).toHaveValue('')
  const mute = page.getByRole('button', { name: /^Mute / }).first()
  await mute.click()
  await expect(mute).toHaveAttribute('aria-pressed', 'true')
  await page.keyboard.press('Control+y')
  await expect(name).toHaveValue('Opening')
  await page.keyboard.press('Control+z')
  await expect(name).toHaveValue('')
  await expect(mute).toHaveAttribute('aria-pressed', 'true')
})

test('undo that waits for the studio takes nothing back in a room that was opened since', async ({ studio, service }) => {
  const { page, make, shell } = studio
  const wire = await holdWire(page)
  await studio.enterWith(service)
  const chat = chatRoom(page)
  await shell.go('Make')
  await chat.open()
  await chat.draft.click()
  await page.keyboard.type('First')
  await make.open('Speech')
  await make.prompt.click()
  const say = wire.keepBack()
  await page.keyboard.press('Control+z')
  await chat.open()
  await expect(chat.draft).toHaveValue('First')
  say()
  // Asked for after the first, and carried out after it.
  await chat.draft.click()
  await page.keyboard.type(' of all')
  await page.keyboard.press('Control+z')
  await expect(chat.draft).toHaveValue('First')
  await page.keyboard.press('Control+z')
  await expect(chat.draft).toHaveValue('')
})

test('messages and requests: each step of typing, also after the room was left, and by the menu', async ({ studio, service }) => {
  const { page, make, shell } = studio
  await studio.enterWith(service)
  await shell.go('Make')
  await make.open('Speech')
  await make.prompt.click()
  await page.keyboard.type('Hello')
  const speed = make.field('Speed').getByRole('textbox')
  await speed.click()
  await page.keyboard.type('2')
  await make.prompt.click()
  await page.keyboard.type(' there')
  await page.keyboard.press('Control+z')
  await expect(make.prompt).toHaveValue('Hello')

  const chat = chatRoom(page)
  await chat.open()
  await chat.draft.click()
  await page.keyboard.type('First')
  await page.keyboard.press('Control+a')
  await page.keyboard.type('S')
  await page.keyboard.press('Control+z')
  await expect(chat.draft).toHaveValue('First')
  await expect.poll(() => selectionOf(chat.draft)).toEqual([0, 5])

  await make.open('Speech')
  await make.prompt.click()
  await page.keyboard.press('Control+z')
  await expect(speed).toHaveValue('')
  await expect(speed).toBeFocused()
  await page.keyboard.press('Control+z')
  await expect(make.prompt).toHaveValue('')
  await page.keyboard.press('Control+z')
  await expect(make.prompt).toHaveValue('')

  await chat.open()
  await expect(chat.draft).toHaveValue('First')
  await chat.draft.click()
  // As the menus of a browser and of the system ask for it.
  const wire = await page.context().newCDPSession(page)
  const f24 = { type: 'rawKeyDown', key: 'F24', code: 'F24' } as const
  await page.keyboard.press('End')
  await page.keyboard.type(' of all')
  await wire.send('Input.dispatchKeyEvent', { ...f24, commands: ['undo'] })
  await expect(chat.draft).toHaveValue('First')
  await page.evaluate(() => document.activeElement?.dispatchEvent(
    new InputEvent('beforeinput', { inputType: 'historyRedo', bubbles: true, cancelable: true }),
  ))
  await expect(chat.draft).toHaveValue('First of all')
  await page.keyboard.press('Control+z')
  await expect(chat.draft).toHaveValue('First')

  // A composition is one step, and no key acts before it has ended.
  await page.keyboard.press('End')
  await wire.send('Input.imeSetComposition', { text: 'ni', selectionStart: 2, selectionEnd: 2 })
  await wire.send('Input.imeSetComposition', { text: 'nihao', selectionStart: 5, selectionEnd: 5 })
  await wire.send('Input.insertText', { text: '你好' })
  await expect(chat.draft).toHaveValue('First你好')
  await page.keyboard.press('Control+z')
  await expect(chat.draft).toHaveValue('First')
  await page.keyboard.press('Control+y')
  await expect(chat.draft).toHaveValue('First你好')

  // What the program writes, such as nothing after sending, is not written over.
  await chat.ask('Once')
  await chat.draft.click()
  await page.keyboard.press('Control+z')
  await expect(chat.draft).toHaveValue('')
})

test('whatever was typed and added, undo leads back through each state and redo forth, as fast as keys come', async ({ studio, service }) => {
  test.slow()
  const { page, script } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  await script.paste('ANNA: a.\nBEN: b.\nANNA: c.', 3)
  const direction = (place: number) => script.line(place).getByRole('textbox', { name: 'Direction' })
  const now = async () => {
    const directions = await script.lines.getByRole('textbox', { name: 'Direction' })
      .evaluateAll(all => all.map(one => (one as HTMLInputElement).value))
    return [...await script.texts(), ...directions]
  }
  // The same numbers each time; others with --repeat-each.
  let seed = 37 + test.info().repeatEachIndex
  const random = (below: number): number => {
    seed = (seed * 48271) % 2147483647
    return seed % below
  }
  // Before the script was pasted there was none.
  let states: string[][] = [[], ['a.', 'b.', 'c.', '', '', '']]
  let at = 1
  let last: string | null = null
  const press = async (times: number, chord: string): Promise<void> => {
    for (let time = 0; time < times; time++)
      await page.keyboard.press(chord)
    last = null
  }
  for (let act = 0; act < 30; act++) {
    const count = states[at]!.length / 2
    const place = 1 + random(Math.max(1, count))
    const kind = count === 0 ? 'redo' : ['text', 'text', 'direction', 'delete', 'add', 'undo', 'undo', 'redo'][random(8)]!
    const where = `${kind === 'direction' ? 'direction' : 'text'} ${place}`
    const field = kind === 'direction' ? direction(place) : script.text(place)
    const next = [...states[at]!]
    if (kind === 'undo' || kind === 'redo') {
      const times = 1 + random(3)
      await press(times, kind === 'undo' ? 'Control+z' : 'Control+y')
      at = Math.max(0, Math.min(states.length - 1, at + (kind === 'undo' ? -times : times)))
    }
    // In one field without a pause, it would be one step with what was typed before.
    else if (where !== last && !(kind === 'delete' && next[place - 1] === '')) {
      await field.focus()
      await page.keyboard.press('End')
      if (kind === 'add') {
        await page.keyboard.press('Enter')
        await expect(script.text(place + 1)).toBeFocused()
        next.splice(place, 0, '')
        next.splice(count + 1 + place, 0, '')
      }
      else if (kind === 'delete') {
        await page.keyboard.press('Backspace')
        next[place - 1] = next[place - 1]!.slice(0, -1)
      }
      else {
        await page.keyboard.type(`${act}`)
        const index = kind === 'direction' ? count + place - 1 : place - 1
        next[index] += `${act}`
      }
      last = kind === 'add' ? null : where
      states = [...states.slice(0, at + 1), next]
      at += 1
    }
    // Of what is typed and added, some is looked at only after the next, and no save is waited for.
    if (kind === 'undo' || kind === 'redo' || random(2) === 0)
      await expect.poll(now, `after act ${act}, ${kind} at ${place}`).toEqual(states[at])
  }
  await press(states.length, 'Control+z')
  await expect.poll(now).toEqual([])
  await press(states.length, 'Control+Shift+z')
  await expect.poll(now).toEqual(states.at(-1))
})

test('the focus stays where it was put without a key, as by a screen reader, before an undo was done', async ({ studio, service }) => {
  await studio.enterWith(service)
  const { page, script } = studio
  await studio.projects.create('Harbour')
  await script.paste('ANNA: a.\nBEN: b.', 2)
  await script.text(1).click()
  await page.keyboard.press('End')
  await page.keyboard.type(' more')
  await script.text(2).evaluate((other) => {
    const key = { key: 'z', code: 'KeyZ', ctrlKey: true, bubbles: true, cancelable: true }
    document.activeElement?.dispatchEvent(new KeyboardEvent('keydown', key))
    other.focus()
  })
  await expect(script.text(1)).toHaveValue('a.')
  // The focus would follow in one of the next frames.
  await page.evaluate(() => new Promise(resolve => setTimeout(resolve, 300)))
  await expect(script.text(2)).toBeFocused()
})

test('words that are typed while the studio is away are undone where they are, and saved as they are in the end', async ({ studio, service, hostName, watch }) => {
  test.skip(hostName !== 'web', 'a window of the app has no wire to lose')
  watch.expect(studioGone)
  const { page, script } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  await script.paste('ANNA: One.\nBEN: Two.', 2)
  const wire = await holdWire(page)
  await page.reload()
  await expect.poll(script.texts).toEqual(['One.', 'Two.'])
  await wire.cut()
  await script.text(1).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' More')
  await script.text(2).focus()
  await page.keyboard.press('End')
  await page.keyboard.type(' Less')
  await page.keyboard.press('Control+z')
  await expect.poll(script.texts).toEqual(['One. More', 'Two.'])
  await page.keyboard.press('Control+z')
  await expect.poll(script.texts).toEqual(['One.', 'Two.'])
  await expect(script.text(1)).toBeFocused()
  await page.keyboard.press('Control+y')
  await expect.poll(script.texts).toEqual(['One. More', 'Two.'])
  await wire.restore()
  await page.reload()
  await expect.poll(script.texts).toEqual(['One. More', 'Two.'])
})

test('a dialog has the order of its own fields, and nothing of a key is kept', async ({ studio, service }) => {
  const { page, script, shell, settings } = studio
  await studio.enterWith(service)
  await studio.projects.create('Harbour')
  await script.paste('ANNA: One.\nBEN: Two.', 2)
  await script.text(1).focus()
  await page.keyboard.press('Alt+ArrowDown')
  await expect.poll(script.texts).toEqual(['Two.', 'One.'])
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  const pasted = dialog.getByRole('textbox', { name: 'Paste script' })
  await pasted.click()
  await page.keyboard.type('ANNA: Three.')
  await page.keyboard.press('Control+z')
  await expect(pasted).toHaveValue('')
  await page.keyboard.press('Control+z')
  await page.keyboard.press('Escape')
  await expect(dialog).toHaveCount(0)
  await expect.poll(script.texts).toEqual(['Two.', 'One.'])

  await shell.go('Settings')
  await settings.add.click()
  const { key } = settings.form
  await key.click()
  await page.keyboard.type('sk-secret-words')
  await page.keyboard.press('Control+z')
  await expect(key).toHaveValue('sk-secret-words')
  expect(await page.evaluate(() => JSON.stringify(localStorage))).not.toContain('secret-words')
})
