/** The times that programs write before what somebody says, or after the name: of transcripts, meetings and chats. */

const clock = String.raw`\d{1,2}:\d{2}(?::\d{2})?(?:[.,:;]\d{1,3})?(?:[ \u00A0\u202F]?[AP]\.?M\.?)?`
const date = String.raw`\d{1,4}[./-]\d{1,2}[./-]\d{1,4},?\s{1,3}`
/** Also a range, and with the day. */
const stamp = String.raw`(?:${date})?${clock}(?:\s{0,3}(?:-->|[–→-])\s{0,3}${clock})?`
/** `(0-3s)`, of scripts of short films. */
const seconds = String.raw`\d{1,4}(?:\.\d)?\s?[-–]\s?\d{1,4}(?:\.\d)?\s?s(?:ec(?:onds|s)?)?`
const marked = String.raw`[[(](?:${stamp}|${seconds})[\])]`
const day = String.raw`(?:Today|Yesterday|Heute|Gestern)(?: at| um)?\s|${date}`

/** `[00:04]`, `00:04 -`, `[12/05/2024, 21:03]`, `12/05/24, 21:03 -`. */
export const stampBefore = new RegExp(String.raw`^(?:${marked}|${stamp})\s{0,5}(?:[-–—>]\s{0,5})?`, 'i')
/** One that is no part of a sentence: in brackets, with its day, or a range. */
export const sureStamp = new RegExp(String.raw`^(?:${marked}\s{0,5}(?:[-–—>]\s{1,5})?|${date}${clock}\s{0,3}[-–—]\s{1,3}|${clock}\s{0,3}(?:-->|[–→-])\s{0,3}${clock}\s{1,5})(?=\S)`, 'i')
/** All of a text. */
export const stampAlone = new RegExp(String.raw`^${stamp}$`, 'i')
/** `SPEAKER_00 [00:00 - 00:04]:` */
export const stampAfterName = new RegExp(String.raw`^([^[\]()\n]{1,60}?)\s{0,3}${marked}(?=\s{0,3}[:：])`, 'i')
/** What comes after a name that is alone in its row: `  0:03`, `(00:03)`, ` — Today at 9:03 PM`. */
export const stampAfter = String.raw`\s{1,9}(?:[–—]\s{1,3})?(?:${marked}|(?:${day})?${clock}):?`
/** `[00:00:04.120] - Dan Whitlow` */
export const stampThenName = new RegExp(String.raw`^${marked}\s{0,3}[-–—]\s{1,3}(\p{Lu}[\p{L}\p{M}\p{N} .'’_-]{0,39})$`, 'iu')

export const timeRow = /^\d{1,2}:\d{2}(?::\d{2})?$/

/** In brackets, at the end of a heading: `INTRO (0:00–0:45)`. */
export const stampAtEnd = new RegExp(String.raw`\s{1,3}${marked}$`, 'i')
