/** Puts a picture on the clipboard. Clipboards take PNG only, so anything else is drawn again. */

/** False where the browser does not allow it, or the picture cannot be read. */
export async function copyPicture(url: string): Promise<boolean> {
  try {
    // The promise is handed over at once: a browser allows writing only while the click is fresh.
    await navigator.clipboard.write([new ClipboardItem({ 'image/png': pngOf(url) })])
    return true
  }
  catch (cause) {
    console.warn(cause)
    return false
  }
}

async function pngOf(url: string): Promise<Blob> {
  const blob = await (await fetch(url)).blob()
  if (blob.type === 'image/png')
    return blob
  const picture = await createImageBitmap(blob)
  const canvas = new OffscreenCanvas(picture.width, picture.height)
  canvas.getContext('2d')?.drawImage(picture, 0, 0)
  picture.close()
  return canvas.convertToBlob({ type: 'image/png' })
}
