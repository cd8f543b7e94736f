/** Compares what ffmpeg says of its version, such as `5.1.9-0+deb12u1` or `n7.1`, with a release. */

type Release = readonly [major: number, minor: number]

/** The first that makes the same films as later ones: 4.4 has not all options, draws other colours, and crashes where a last frame is held. */
export const oldestRelease: Release = [5, 1]

/** Builds between releases, `N-118193-g5f38c82536`, are taken for new ones. */
export function isOlderThan(version: string, [major, minor]: Release): boolean {
  const [, ownMajor, ownMinor] = /^n?(\d+)\.(\d+)/.exec(version)?.map(Number) ?? []
  return ownMajor !== undefined && ownMinor !== undefined && (ownMajor < major || (ownMajor === major && ownMinor < minor))
}
