/** The preload script: asks main for one MessagePort and passes it to the page. Nothing else of Electron is exposed. */
import { ipcRenderer } from 'electron'

// The page adds its listener when its modules run, which is before this event.
window.addEventListener('DOMContentLoaded', () => {
  // Each document asks again, so a reloaded page gets a new port.
  ipcRenderer.once('takeroom:port', (event) => {
    window.postMessage({ takeroom: 'port' }, window.location.origin, [...event.ports])
  })
  ipcRenderer.send('takeroom:ask-port')
}, { once: true })
