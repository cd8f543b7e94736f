/** Books, tables and captions become a script, chosen or dropped; and one line becomes two. */
import type { Locator, Page } from '@playwright/test'
import { Buffer } from 'node:buffer'
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { expect, test } from './kit/story.ts'
import { give } from './pages/files.ts'

interface Given { readonly name: string, readonly mimeType: string, readonly buffer: Buffer }

function given(name: string, content: string | Uint8Array): Given {
  return { name, mimeType: 'application/octet-stream', buffer: Buffer.from(content) }
}

async function zipped(name: string, files: Readonly<Record<string, string>>): Promise<Given> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  for (const [path, content] of Object.entries(files))
    await writer.add(path, new TextReader(content))
  return given(name, await writer.close())
}

/** Two chapters, as programs write them. */
async function book(): Promise<Given> {
  const page = (body: string): string => `<html xmlns="http://www.w3.org/1999/xhtml"><body>${body}</body></html>`
  return zipped('book.epub', {
    'mimetype': 'application/epub+zip',
    'META-INF/container.xml': '<container><rootfiles><rootfile full-path="b.opf" media-type="application/oebps-package+xml"/></rootfiles></container>',
    'b.opf': '<package><manifest><item id="a" href="a.xhtml" media-type="application/xhtml+xml"/><item id="b" href="b.xhtml" '
      + 'media-type="application/xhtml+xml"/></manifest><spine><itemref idref="a"/><itemref idref="b"/></spine></package>',
    'a.xhtml': page('<h1>The lamp</h1><p>The lamp went out.</p><p>MARA: Who is there?</p>'),
    'b.xhtml': page('<h1>The sea</h1><p>Nobody answered.</p>'),
  })
}

/** As Word writes it: headings, names in bold, curly quotes, a table, tracked changes and a comment. */
async function wordDocument(): Promise<Given> {
  const run = (words: string, style = ''): string => `<w:r><w:rPr>${style}</w:rPr><w:t xml:space="preserve">${words}</w:t></w:r>`
  const paragraph = (runs: string): string => `<w:p w:rsidR="00A1">${runs}</w:p>`
  const heading = (words: string): string => paragraph(`<w:pPr><w:pStyle w:val="Heading1"/></w:pPr>${run(words)}`)
  const said = (name: string, runs: string): string => paragraph(`${run(`${name}:`, '<w:b/>')}${run(' ')}${runs}`)
  const row = (...cells: string[]): string => `<w:tr>${cells.map(cell => `<w:tc>${paragraph(run(cell))}</w:tc>`).join('')}</w:tr>`
  const change = 'w:id="1" w:author="Ed" w:date="2026-01-01T00:00:00Z"'
  const body = [
    heading('Chapter One'),
    said('MARA', run('“Who’s there?”')),
    said('BEN', `${run('It is ')}<w:del ${change}><w:r><w:delText>him</w:delText></w:r></w:del><w:ins ${change}>${run('me')}</w:ins>${run('.')}`),
    heading('Chapter Two'),
    said('MARA', '<w:commentRangeStart w:id="7"/>'
    + `${run('Come in.')}<w:commentRangeEnd w:id="7"/><w:r><w:commentReference w:id="7"/></w:r>`),
    `<w:tbl>${row('BEN', 'Thank you.')}${row('MARA', 'Sit down.')}</w:tbl>`,
    '<w:p></w:p>',
  ].join('')
  const start = '<?xml version="1.0" encoding="UTF-8" standalone="yes"?>'
  return zipped('scene.docx', {
    '[Content_Types].xml': `${start}<Types/>`,
    'word/document.xml': `${start}<w:document><w:body>${body}</w:body></w:document>`,
    'word/comments.xml': `${start}<w:comments><w:comment w:id="7">${paragraph(run('Too polite?'))}</w:comment></w:comments>`,
  })
}

async function choose(page: Page, dialog: Locator, file: Given): Promise<void> {
  // A browser opens no picker for a press that the page hears of after five seconds, as on a very busy machine.
  await expect(async () => {
    const [chooser] = await Promise.all([
      page.waitForEvent('filechooser', { timeout: 15_000 }),
      dialog.locator('button', { hasText: 'Open file…' }).click(),
    ])
    await chooser.setFiles(file)
  }).toPass()
}

test('a book keeps its chapters, a table and captions their speakers; what is none of them says so @wide', async ({ studio }) => {
  await studio.lookAround()
  await studio.projects.create('The lamp')
  const { page, script } = studio
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  const field = dialog.getByRole('textbox', { name: 'Paste script' })

  const { buffer } = await book()
  await choose(page, dialog, given('half.epub', buffer.subarray(0, buffer.length / 2)))
  await expect(dialog.getByRole('alert')).toBeVisible()
  await choose(page, dialog, await book())
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await expect(field).toHaveValue(/^# The lamp\n\nThe lamp went out\.\n\nMARA: Who is there\?\n\n# The sea/)
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  await expect(dialog).toHaveCount(0)
  await expect(script.lines).toHaveCount(5)
  await expect(page.getByRole('textbox', { name: 'Scene heading' })).toHaveCount(2)

  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  await choose(page, dialog, given('cues.csv', '\uFEFFtext;speaker;direction\r\n"It is me; Ben.";BEN;softly\r\n"Come ""in"".";MARA;\r\n'))
  await expect(dialog.getByRole('status')).toContainText('2 lines, 2 speakers')
  // From the text, where Enter begins a row.
  await field.press('Control+Enter')
  await expect(script.lines).toHaveCount(7)
  await expect(script.text(6)).toHaveValue('It is me; Ben.')
  await expect(script.text(7)).toHaveValue('Come "in".')
  await expect(script.line(6).getByRole('combobox', { name: 'Speaker' })).toHaveValue('BEN')

  const captions = '1\n00:00:01,000 --> 00:00:02,000\n<v BEN>The tide is in.\n\n2\n00:00:03,000 --> 00:00:04,000\nMARA: At last.\n'
  const base64 = Buffer.from(captions).toString('base64')
  await give(script.lines.first(), 'drop', [{ name: 'cues.srt', type: 'application/x-subrip', base64 }])
  await expect(dialog.getByRole('status')).toContainText('2 lines')
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  await expect(script.lines).toHaveCount(9)
  await expect(script.text(9)).toHaveValue('At last.')
})

test('a table keeps its scenes, whatever the order of its columns; a PDF says what to do and takes nothing away', async ({ studio }) => {
  await studio.lookAround()
  await studio.projects.create('The lamp')
  const { page, script } = studio
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  const field = dialog.getByRole('textbox', { name: 'Paste script' })
  await field.fill('MARA: Wait.')

  const pdf = Buffer.from('%PDF-1.7\n1 0 obj\n<< /Encrypt 5 0 R >>').toString('base64')
  await give(field, 'drop', [{ name: 'script.txt', type: 'text/plain', base64: pdf }])
  await expect(dialog.getByRole('alert')).toContainText('copy its text and paste it here')
  await expect(field).toHaveValue('MARA: Wait.')
  await choose(page, dialog, given('empty.txt', ' \n'))
  await expect(dialog.getByRole('alert')).toContainText('This file has no text')
  await expect(field).toHaveValue('MARA: Wait.')

  const table = ['\uFEFFsep=;', '编号;语气;台词;场次;角色', '1;轻声;谁在那里？;1;玛拉', '2;;是我；别怕。;1;本', '3;;走吧。;2;本', '']
  await choose(page, dialog, given('台词.csv', table.join('\r\n')))
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  const rows = dialog.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  await expect(rows).toHaveText([/场次 1/, /玛拉.*轻声.*谁在那里？/, /本.*是我；别怕。/, /场次 2/, /本.*走吧。/])
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  await expect(script.lines).toHaveCount(5)
  await expect(page.getByRole('textbox', { name: 'Scene heading' })).toHaveCount(2)
  await expect(script.line(2).getByRole('textbox', { name: 'Direction' })).toHaveValue('轻声')
})

test('a Word document keeps its chapters, its speakers and its accepted words, without comments', async ({ studio }) => {
  await studio.lookAround()
  await studio.projects.create('The lamp')
  const { page, script } = studio
  await page.getByRole('button', { name: 'Paste script…' }).first().click()
  const dialog = page.getByRole('dialog', { name: 'Paste script' })
  await choose(page, dialog, await wordDocument())
  const rows = dialog.getByRole('list', { name: 'Lines' }).getByRole('listitem')
  await expect(rows).toHaveText([
    /Chapter One/,
    /MARA.*“Who’s there\?”/,
    /BEN.*It is me\./,
    /Chapter Two/,
    /MARA.*Come in\./,
    /BEN.*Thank you\./,
    /MARA.*Sit down\./,
  ])
  await expect(dialog.getByRole('alert')).toHaveCount(0)
  await dialog.getByRole('button', { name: 'Add to script' }).click()
  await expect(script.lines).toHaveCount(7)
  await expect(page.getByRole('textbox', { name: 'Scene heading' })).toHaveCount(2)
  await expect(script.text(3)).toHaveValue('It is me.')
  await expect(script.line(7).getByRole('combobox', { name: 'Speaker' })).toHaveValue('MARA')
})

test('a line is split at the cursor by Enter and from its menu, each as one step of undo', async ({ studio }) => {
  await studio.lookAround()
  await studio.projects.create('The lamp')
  const { page, script } = studio
  await script.paste('MARA: (softly) The lamp went out. Nobody saw it.\n\nBEN: I did.', 2)
  const before = ['The lamp went out. Nobody saw it.', 'I did.']
  const split = ['The lamp went out.', 'Nobody saw it.', 'I did.']
  const speakers = () => script.lines.getByRole('combobox', { name: 'Speaker' })
    .evaluateAll(fields => fields.map(field => field instanceof HTMLInputElement ? field.value : ''))
  async function caretAfterOut(): Promise<void> {
    await script.text(1).click()
    await script.text(1).press('Home')
    for (let sign = 0; sign < 'The lamp went out.'.length; sign++)
      await script.text(1).press('ArrowRight')
  }

  await caretAfterOut()
  await script.text(1).press('Enter')
  await expect.poll(script.texts).toEqual(split)
  await expect.poll(speakers).toEqual(['MARA', 'MARA', 'BEN'])
  await expect(script.text(2)).toBeFocused()
  await script.text(2).blur()
  await page.keyboard.press('Control+z')
  await expect.poll(script.texts).toEqual(before)

  await caretAfterOut()
  await script.text(1).press('Shift+F10')
  await page.getByRole('menuitem', { name: 'Split at cursor' }).click()
  await expect.poll(script.texts).toEqual(split)
  await expect.poll(speakers).toEqual(['MARA', 'MARA', 'BEN'])
  await expect(script.line(2).getByRole('textbox', { name: 'Direction' })).toHaveValue('softly')
  await page.locator('body').click({ position: { x: 5, y: 5 } })
  await page.keyboard.press('Control+z')
  await expect.poll(script.texts).toEqual(before)
})
