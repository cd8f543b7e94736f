/** What a drag carries, for tests without a browser. */

/** Just what the page uses of a DataTransfer. */
export function fakeTransfer(files: readonly File[] = []): DataTransfer {
  const data = new Map<string, string>()
  return {
    get types() { return [...data.keys(), ...(files.length > 0 ? ['Files'] : [])] },
    files,
    items: files.map(file => ({ kind: 'file', type: file.type, getAsFile: () => file, webkitGetAsEntry: () => null })),
    setData: (type: string, text: string) => void data.set(type, text),
    getData: (type: string) => data.get(type) ?? '',
    dropEffect: 'none',
    effectAllowed: 'all',
  } as unknown as DataTransfer // The rest belongs to the browser.
}

/** A drag event; `defaultPrevented` tells whether the page took it. */
export function dragEvent(dataTransfer: DataTransfer): DragEvent {
  return {
    dataTransfer,
    defaultPrevented: false,
    preventDefault() {
      Reflect.set(this, 'defaultPrevented', true)
    },
  } as unknown as DragEvent
}
