/** Why no studio is opened, backed up or restored, by code, and what belongs to each. */

interface InFolder { readonly folder: string }
interface AtPath { readonly path: string }

export interface CannotOpenData {
  'locked': InFolder
  'corrupt': InFolder & { readonly file: string }
  'newer': InFolder & { readonly file: string }
  'older': InFolder & { readonly file: string }
  'full': InFolder
  'readonly': InFolder
  'io': InFolder
  'mark-unreadable': { readonly file: string }
  /** `from` is the folder that was being copied. */
  'unfinished-copy': InFolder & { readonly from: string }
  'moved-away': InFolder & { readonly to: string }
  'moved-in-circle': InFolder
  'moved-meanwhile': InFolder & { readonly to: string }
  'disk-gone': InFolder
  'silent': InFolder
  'link-foreign': InFolder & { readonly file: string }
  'nothing-to-back-up': InFolder
  'target-in-studio': AtPath
  'target-not-file': AtPath
  'target-foreign': AtPath
  /** `said` is a code of `contract/found.ts`, or what a system said. */
  'backup-failed': { readonly said: string, readonly leavesNothing: boolean }
  'backup-locked': InFolder
  'backup-corrupt': InFolder
}

export type CannotOpenCode = keyof CannotOpenData

export type CannotOpenTexts = { readonly [Code in CannotOpenCode]: (data: CannotOpenData[Code]) => string }
