/** Documents of LibreOffice that become a script. */
import { TextReader, Uint8ArrayWriter, ZipWriter } from '@zip.js/zip.js'
import { expect, it } from 'vitest'
import { readScriptFile } from '../../../src-renderer/rooms/script/paste/read-file.ts'

async function read(body: string): Promise<string> {
  const writer = new ZipWriter(new Uint8ArrayWriter(), { useWebWorkers: false })
  await writer.add('mimetype', new TextReader('application/vnd.oasis.opendocument.text'))
  const styles = '<office:automatic-styles><style:style style:name="P1"/></office:automatic-styles>'
  await writer.add('content.xml', new TextReader(`<?xml version="1.0"?><office:document-content>${styles}
    <office:body><office:text>${body}</office:text></office:body></office:document-content>`))
  const words = await readScriptFile(new Blob([await writer.close()]))
  return 'text' in words ? words.text : words.refused
}

function rowOf(...cells: readonly string[]): string {
  return `<table:table-row>${cells.map(cell => `<table:table-cell><text:p>${cell}</text:p></table:table-cell>`).join('')}</table:table-row>`
}

it('has a row for each paragraph, its headings, spaces, and cells of tables', async () => {
  expect(await read(`
    <text:h text:outline-level="1">The lamp</text:h>
    <text:p>MARA:<text:s text:c="2"/>Who is <text:span>there</text:span>?</text:p>
    <text:p/>
    <text:p>BEN:<text:tab/>Only me,<text:line-break/>and the sea &amp; sky.</text:p>
    <table:table>${rowOf('speaker', 'text')}${rowOf('ANNA', 'Good</text:p><text:p>night.')}</table:table>`))
    .toBe('# The lamp\nMARA:  Who is there?\n\nBEN: Only me,\nand the sea & sky.\nspeaker\ttext\nANNA\tGood night.')
})

it('leaves out what is not on the page: deleted words, notes and comments', async () => {
  expect(await read(`
    <text:tracked-changes><text:changed-region>
    <text:deletion><text:p>Gone.</text:p></text:deletion></text:changed-region></text:tracked-changes>
    <text:p>Here.<office:annotation><text:p>Too polite?</text:p></office:annotation><text:note><text:note-citation>1</text:note-citation>
    <text:note-body><text:p>A note.</text:p></text:note-body></text:note> And there.</text:p>
    <text:p>A frame: <draw:frame><draw:text-box><text:p>boxed</text:p></draw:text-box></draw:frame> after it.</text:p>`))
    .toBe('Here. And there.\nA frame: boxed after it.')
  expect(await read('')).toBe('no-words')
})
