/** The mark of AI-generated content as XMP, the form that platforms, archives and photo programs read in every kind of file. */
import type { Mark } from '../plan/render-plan.ts'

/** Some readers look for the packet's first bytes, and some formats limit it to 64 kB. */
const longestNote = 4000

export function xmpOf({ sourceType, note, title }: Mark): string {
  return [
    '<?xpacket begin="\uFEFF" id="W5M0MpCehiHzreSzNTczkc9d"?>',
    '<x:xmpmeta xmlns:x="adobe:ns:meta/" x:xmptk="Takeroom">',
    '<rdf:RDF xmlns:rdf="http://www.w3.org/1999/02/22-rdf-syntax-ns#">',
    '<rdf:Description rdf:about=""',
    ' xmlns:dc="http://purl.org/dc/elements/1.1/"',
    ' xmlns:xmp="http://ns.adobe.com/xap/1.0/"',
    ' xmlns:Iptc4xmpExt="http://iptc.org/std/Iptc4xmpExt/2008-02-29/">',
    `<Iptc4xmpExt:DigitalSourceType>${escaped(sourceType)}</Iptc4xmpExt:DigitalSourceType>`,
    '<xmp:CreatorTool>Takeroom</xmp:CreatorTool>',
    alternative('dc:title', title),
    alternative('dc:description', note),
    '</rdf:Description>',
    '</rdf:RDF>',
    '</x:xmpmeta>',
    '<?xpacket end="w"?>',
  ].join('\n')
}

function alternative(name: string, text: string): string {
  return `<${name}><rdf:Alt><rdf:li xml:lang="x-default">${escaped(text)}</rdf:li></rdf:Alt></${name}>`
}

/** Without characters that XML cannot contain, and without halves of a pair. */
function escaped(text: string): string {
  const kept = Array.from(text.toWellFormed().replaceAll(/[\p{Cc}\uFFFE\uFFFF]/gu, ' ')).slice(0, longestNote).join('')
  return kept.replaceAll('&', '&amp;').replaceAll('<', '&lt;').replaceAll('>', '&gt;')
}

/**
 * The mark as tags of the container, for formats that keep them: an ffmpeg tag each. An MP3 has the packet itself in a private frame;
 * films in Matroska and sound in Ogg have no place for XMP, and say the same in their own tags.
 */
export function markTags(mark: Mark, format: string): Record<string, string> {
  const tags = { comment: mark.note }
  switch (format) {
    case 'mp3': return { ...tags, 'DIGITAL_SOURCE_TYPE': mark.sourceType, 'id3v2_priv.XMP': xmpOf(mark) }
    case 'webm': case 'mkv': case 'flac': case 'opus': return { ...tags, DIGITAL_SOURCE_TYPE: mark.sourceType }
    default: return tags
  }
}
