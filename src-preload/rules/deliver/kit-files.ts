/** Names of the texts that come with a kit, the same in every language: scripts of people may read them. */

/** What was measured of an audiobook. */
export const bookReportName = 'Audiobook check.txt'

/** What each format of timeline files cannot carry. */
export const notesName = 'Timeline files.txt'
