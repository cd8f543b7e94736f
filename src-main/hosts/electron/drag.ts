/** Drags files out of the window into another program. */
import type { WebContents } from 'electron'
import { nativeImage } from 'electron'

/** Electron refuses a drag without a picture (macOS even one that is empty), so there is a plain sheet of 32 × 32 pixels. */
function sheet(): Electron.NativeImage {
  const pixels = new Uint8Array(32 * 32 * 4)
  for (let at = 0; at < pixels.length; at += 4)
    pixels.set([0xB0, 0xA8, 0xA0, 0xC8], at)
  return nativeImage.createFromBitmap(Buffer.from(pixels), { width: 32, height: 32 })
}

/** `paths` are absolute, and come from the studio. Call it while the pointer is down. */
export function startDrag(page: WebContents, paths: readonly string[]): void {
  const [file] = paths
  if (file !== undefined)
    page.startDrag({ file, files: [...paths], icon: sheet() })
}
