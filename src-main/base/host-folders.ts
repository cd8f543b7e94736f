/** The folders that a host gives to a studio. */

export interface HostFolders {
  /** Absolute path of the studio folder: databases, assets, work files. */
  readonly folder: string
  /** Absolute path under which deliveries are written. */
  readonly deliveriesFolder: string
  /** Absolute path for what can be found out again; it may be missing, emptied or unwritable. */
  readonly cacheFolder: string
}
