/** Detects the type of a file by its first bytes; file names and content types are not trusted. */

export interface Sniffed {
  readonly mime: string
  /** Without the dot. */
  readonly extension: string
  /** `video` also for containers that may hold only sound: the probe decides. `unknown`: a known format that is not media. */
  readonly medium: 'audio' | 'picture' | 'video' | 'unknown'
}

/** How many first bytes `sniff` needs. */
export const sniffLength = 4096

/* eslint-disable no-control-regex -- first bytes of formats are control characters */
/** A set of parameters, or the mark of an access unit (ITU-T H.264 §7.3.1). */
const h264Start = /^\0{2,3}\x01(?:[\x27\x47\x67][\x42\x4D\x58\x64\x6E\x7A\xF4]|\t[\x10\x30\x50\x70\x90\xB0\xD0\xF0])/
const rules: readonly (readonly [Sniffed['medium'], mime: string, extension: string, test: (bytes: Head) => boolean])[] = [
  ['audio', 'audio/wav', 'wav', b => b.has(/^(?:RIFF|RF64|BW64).{4}WAVE/s)],
  ['picture', 'image/webp', 'webp', b => b.has(/^RIFF.{4}WEBP/s)],
  ['video', 'video/x-msvideo', 'avi', b => b.has(/^RIFF.{4}AVI /s)],
  ['audio', 'audio/aiff', 'aiff', b => b.has(/^FORM.{4}AIF[FC]/s)],
  ['audio', 'audio/flac', 'flac', b => b.has(/^fLaC/) || b.afterId3('fLaC')],
  ['audio', 'audio/ogg', 'ogg', b => b.has(/^OggS/) && !b.has(/theora/)],
  ['video', 'video/ogg', 'ogv', b => b.has(/^OggS/)],
  ['audio', 'audio/x-caf', 'caf', b => b.has(/^caff/)],
  ['audio', 'audio/basic', 'au', b => b.has(/^\.snd/)],
  ['audio', 'audio/amr', 'amr', b => b.has(/^#!AMR/)],
  ['audio', 'audio/x-w64', 'w64', b => b.has(/^riff\x2E\x91\xCF\x11\xA5\xD6\x28\xDB/)],
  ['audio', 'audio/x-wavpack', 'wv', b => b.has(/^wvpk/)],
  ['audio', 'audio/x-ape', 'ape', b => b.has(/^MAC [\x80-\xFF]/)],
  ['audio', 'audio/x-tta', 'tta', b => b.has(/^TTA[12]/)],
  ['audio', 'audio/x-tak', 'tak', b => b.has(/^tBaK/)],
  ['audio', 'audio/x-musepack', 'mpc', b => b.has(/^MP(?:\+[\x07\x17\x27]|CK)/)],
  ['audio', 'audio/x-voc', 'voc', b => b.has(/^Creative Voice File\x1A/)],
  ['audio', 'audio/x-dsf', 'dsf', b => b.has(/^DSD \x1C\0{7}/)],
  // ETSI TS 102 366: sync word; E-AC-3 has a stream id above 10.
  ['audio', 'audio/eac3', 'eac3', b => b.has(/^\v\x77.{3}[\x58-\x87]/s)],
  ['audio', 'audio/ac3', 'ac3', b => b.has(/^\v\x77.{3}[\0-\x57]/s)],
  ['audio', 'audio/vnd.dts', 'dts', b => b.has(/^(?:\x7F\xFE\x80\x01|\xFE\x7F\x01\x80|DTSHDHDR)/)],
  ['video', 'video/x-ms-wmv', 'wmv', b => b.has(/^\x30\x26\xB2\x75\x8E\x66\xCF\x11/)],
  // SMPTE ST 377-1: a header partition.
  ['video', 'video/x-mxf', 'mxf', b => b.has(/^\x06\x0E\x2B\x34\x02\x05\x01\x01\r\x01\x02\x01\x01\x02/)],
  ['video', 'video/x-dv', 'dv', b => b.has(/^\x1F\x07\0[\x3F\xBF]/)],
  ['video', 'video/x-realmedia', 'rm', b => b.has(/^\.RMF\0/)],
  ['video', 'video/x-wtv', 'wtv', b => b.has(/^\xB7\xD8\0\x20\x37\x49\xDA\x11/)],
  // Bare streams: their first unit sets the decoder up.
  ['video', 'video/h264', 'h264', b => b.has(h264Start)],
  ['video', 'video/hevc', 'hevc', b => b.has(/^\0{2,3}\x01(?:\x40\x01\f|\x46\x01[\x10\x30\x50])/)],
  ['video', 'video/av1', 'obu', b => b.has(/^\x12\0\n[\x08-\x20]/)],
  ['video', 'video/x-ivf', 'ivf', b => b.has(/^DKIF\0\0/)],
  ['video', 'video/x-nut', 'nut', b => b.has(/^nut\/multimedia container\0/)],
  ['video', 'video/x-yuv4mpeg', 'y4m', b => b.has(/^YUV4MPEG2 /)],
  ['picture', 'image/jxl', 'jxl', b => b.has(/^(?:\xFF\n|\0\0\0\fJXL \r\n\x87\n)/)],
  ['picture', 'image/jp2', 'jp2', b => b.has(/^(?:\0\0\0\fjP {2}\r\n\x87\n|\xFF\x4F\xFF\x51)/)],
  ['picture', 'image/vnd.adobe.photoshop', 'psd', b => b.has(/^8BPS\0[\x01\x02]/)],
  ['picture', 'image/qoi', 'qoi', b => b.has(/^qoif/)],
  ['picture', 'image/avif', 'avif', b => b.has(/^.{4}ftypavi[fs]/s)],
  ['picture', 'image/heic', 'heic', b => b.has(/^.{4}ftyp(?:hei[cxms]|hev[cx]|mif1|msf1)/s)],
  ['audio', 'audio/mp4', 'm4a', b => b.has(/^.{4}ftypM4[AB] /s)],
  ['video', 'video/quicktime', 'mov', b => b.has(/^.{4}(?:ftypqt {2}|moov|mdat|wide|free|skip|pnot)/s)],
  ['video', 'video/mp4', 'mp4', b => b.has(/^.{4}(?:ftyp|styp|moof)/s)],
  ['video', 'video/webm', 'webm', b => b.has(/^\x1A\x45\xDF\xA3/) && b.has(/webm/)],
  ['video', 'video/x-matroska', 'mkv', b => b.has(/^\x1A\x45\xDF\xA3/)],
  ['picture', 'image/png', 'png', b => b.has(/^\x89PNG\r\n\x1A\n/)],
  ['picture', 'image/jpeg', 'jpg', b => b.has(/^\xFF\xD8\xFF/)],
  ['picture', 'image/gif', 'gif', b => b.has(/^GIF8[79]a/)],
  ['picture', 'image/bmp', 'bmp', b => b.has(/^BM.{9}\0\0\0[\f\x28\x6C\x7C]\0\0\0/s)],
  ['picture', 'image/tiff', 'tiff', b => b.has(/^(?:II\*\0|MM\0\*)/)],
  ['video', 'video/x-flv', 'flv', b => b.has(/^FLV\x01/)],
  ['video', 'video/mp2t', 'ts', b => b.has(/^(?:G.{187}){3}G/s)],
  // Of cameras and Blu-ray: each packet after a time code of four bytes.
  ['video', 'video/mp2t', 'm2ts', b => b.has(/^.{4}(?:G.{191}){3}G/s)],
  ['video', 'video/mpeg', 'mpg', b => b.has(/^\0\0\x01[\xBA\xB3]/)],
  ['audio', 'audio/aac', 'aac', b => isAdts(b.bytes, b.audioStart)],
  ['audio', 'audio/mpeg', 'mp3', b => b.has(/^ID3/) || isMpegAudio(b.bytes, 0)],
  ['unknown', 'application/pdf', 'pdf', b => b.has(/^%PDF-/)],
  ['unknown', 'application/zip', 'zip', b => b.has(/^PK\x03\x04/)],
  ['unknown', 'application/gzip', 'gz', b => b.has(/^\x1F\x8B\x08/)],
  ['unknown', 'text/html', 'html', b => b.hasText(/^<(?:!doctype html|html|head|body)\b/i)],
  ['unknown', 'image/svg+xml', 'svg', b => b.hasText(/^(?:<\?xml.*?)?<svg\b/is)],
  ['unknown', 'application/xml', 'xml', b => b.hasText(/^<\?xml\b|^<[A-Z][\w:]*[\s>]/i)],
  ['unknown', 'application/json', 'json', b => b.hasText(/^(?:\{\s*["}]|\[\s*(?:[[\]{"\-\d]|true|false|null))/)],
  ['unknown', 'text/vtt', 'vtt', b => b.hasText(/^WEBVTT\b/)],
  ['unknown', 'text/plain', 'txt', b => b.bytes.length > 0 && !b.has(/[\0-\x08\x0E-\x1A\x1C-\x1F]/) && isUtf8(b.bytes)],
]
/* eslint-enable no-control-regex */

/** Every extension that a file of the library may have; `m4a`, `mka` and `wma` also where `sniff` only knows the container. */
export const knownExtensions: ReadonlySet<string> = new Set([...rules.map(([,, extension]) => extension), 'm4a', 'mka', 'wma', 'bin'])

/** Takes the first `sniffLength` bytes, or all of a shorter file; null for an unknown format. */
export function sniff(bytes: Uint8Array): Sniffed | null {
  const head = createHead(bytes.subarray(0, sniffLength))
  const rule = rules.find(([,,, test]) => test(head))
  return rule ? { medium: rule[0], mime: rule[1], extension: rule[2] } : null
}

interface Head {
  readonly bytes: Uint8Array
  /** Where the audio begins after an ID3 tag; 0 without one. */
  readonly audioStart: number
  has: (pattern: RegExp) => boolean
  /** Like `has`, past a byte order mark and white space. */
  hasText: (pattern: RegExp) => boolean
  afterId3: (word: string) => boolean
}

function createHead(bytes: Uint8Array): Head {
  const latin = Buffer.from(bytes).toString('latin1')
  const text = latin.replace(/^\xEF\xBB\xBF/, '').trimStart()
  const audioStart = id3Length(bytes)
  return {
    bytes,
    audioStart,
    has: pattern => pattern.test(latin),
    hasText: pattern => pattern.test(text),
    afterId3: word => audioStart > 0 && latin.startsWith(word, audioStart),
  }
}

// ID3v2.4 §3.1: four bytes of seven bits each; the header's own ten are not counted, nor those of a footer, which a flag announces.
function id3Length(bytes: Uint8Array): number {
  if (bytes[0] !== 0x49 || bytes[1] !== 0x44 || bytes[2] !== 0x33)
    return 0
  const footer = ((bytes[5] ?? 0) & 0x10) === 0 ? 0 : 10
  return 10 + footer + bytes.subarray(6, 10).reduce((size, byte) => size * 128 + (byte & 0x7F), 0)
}

// ISO/IEC 13818-7 §6.2: sync word, layer always 0, a sampling frequency that exists.
function isAdts(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  return first === 0xFF && (second & 0xF6) === 0xF0 && ((third >> 2) & 0xF) < 13
}

// ISO/IEC 11172-3 §2.4.1.3: sync word, and no reserved value in version, layer, bit rate or frequency.
function isMpegAudio(bytes: Uint8Array, at: number): boolean {
  const [first = 0, second = 0, third = 0] = bytes.subarray(at, at + 3)
  const layer = (second >> 1) & 3
  return first === 0xFF && (second & 0xE0) === 0xE0 && ((second >> 3) & 3) !== 1
    && (layer === 1 || layer === 2) && third >> 4 !== 15 && third >> 4 !== 0 && ((third >> 2) & 3) !== 3
}

/** Whether the bytes are UTF-8; a character cut at the end is allowed. */
export function isUtf8(bytes: Uint8Array): boolean {
  try {
    // With `stream` an incomplete last character is not an error.
    new TextDecoder('utf-8', { fatal: true }).decode(bytes, { stream: true })
    return true
  }
  catch {
    return false
  }
}
