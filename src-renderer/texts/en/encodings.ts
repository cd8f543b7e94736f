/** Encodings of texts that come from outside, by what they are for. */
import type { Encoding } from '#rules/text/encodings.ts'

const names: Record<Encoding, string> = {
  'utf-8': 'Unicode (UTF-8)',
  'utf-16le': 'Unicode (UTF-16 LE)',
  'utf-16be': 'Unicode (UTF-16 BE)',
  'windows-1252': 'Western European (Windows-1252)',
  'macintosh': 'Western European (Mac Roman)',
  'windows-1250': 'Central European (Windows-1250)',
  'iso-8859-2': 'Central European (ISO 8859-2)',
  'windows-1254': 'Turkish (Windows-1254)',
  'windows-1257': 'Baltic (Windows-1257)',
  'windows-1258': 'Vietnamese (Windows-1258)',
  'windows-1251': 'Cyrillic (Windows-1251)',
  'koi8-u': 'Cyrillic (KOI8)',
  'ibm866': 'Cyrillic (DOS 866)',
  'iso-8859-5': 'Cyrillic (ISO 8859-5)',
  'x-mac-cyrillic': 'Cyrillic (Mac)',
  'windows-1253': 'Greek (Windows-1253)',
  'iso-8859-7': 'Greek (ISO 8859-7)',
  'windows-1255': 'Hebrew (Windows-1255)',
  'windows-1256': 'Arabic (Windows-1256)',
  'iso-8859-6': 'Arabic (ISO 8859-6)',
  'windows-874': 'Thai (Windows-874)',
  'gb18030': 'Chinese, simplified (GB18030, GBK)',
  'big5': 'Chinese, traditional (Big5)',
  'shift_jis': 'Japanese (Shift JIS)',
  'euc-jp': 'Japanese (EUC-JP)',
  'iso-2022-jp': 'Japanese (ISO-2022-JP)',
  'euc-kr': 'Korean (EUC-KR)',
}

export const encodingTexts = {
  label: 'Encoding of the file',
  help: 'Choose another if the characters are wrong.',
  damaged: (n: number) => n === 1 ? '1 character cannot be read in this encoding.' : `${n.toLocaleString('en')} characters cannot be read in this encoding.`,
  /** Rows of captions. */
  stray: (n: number) => n === 1 ? '1 row could not be read and was skipped' : `${n.toLocaleString('en')} rows could not be read and were skipped`,
  names,
}
