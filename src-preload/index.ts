/** The bridge: asks main for one MessagePort and hands it to the page. Nothing else crosses, and nothing of Electron is exposed. */
import { ipcRenderer } from 'electron'

// The page's listener stands as soon as its modules have run, which is before this event.
window.addEventListener('DOMContentLoaded', () => {
  // Each document asks anew, so a page that was reloaded gets a port of its own.
  ipcRenderer.once('takeroom:port', (event) => {
    window.postMessage({ takeroom: 'port' }, window.location.origin, [...event.ports])
  })
  ipcRenderer.send('takeroom:ask-port')
}, { once: true })
