/** What a browser keeps over a reload, for tests without one: `vi.stubGlobal('localStorage', keptByBrowser())`. */
export function keptByBrowser() {
  const kept = new Map<string, string>()
  return {
    get length() {
      return kept.size
    },
    key: (at: number) => [...kept.keys()][at] ?? null,
    getItem: (key: string) => kept.get(key) ?? null,
    setItem: (key: string, value: string) => void kept.set(key, value),
    removeItem: (key: string) => void kept.delete(key),
    clear: () => kept.clear(),
    /** Names of words that were not saved yet. */
    unsaved: () => [...kept.keys()].filter(key => key.startsWith('takeroom.unsaved ')),
  }
}
