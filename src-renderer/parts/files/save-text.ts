/** Hands a text to the user as a file: it goes where the browser or the window puts downloads. */

export function saveText(text: string, fileName: string, mime: string): void {
  const url = URL.createObjectURL(new Blob([text], { type: `${mime};charset=utf-8` }))
  const link = document.createElement('a')
  link.href = url
  link.download = fileName
  link.click()
  // The download has begun by the next turn; the address must stay valid until then.
  setTimeout(() => URL.revokeObjectURL(url), 10_000)
}
