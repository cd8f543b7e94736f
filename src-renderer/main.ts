/** Starts the page. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { catchBreakage } from './shell/breakage.ts'
import { loadRooms } from './shell/load-rooms.ts'
import { createRoutes, heedEarlyAddress } from './shell/routes.ts'
import './styles/base.css'

const router = createRoutes()
const app = createApp(App).use(createPinia()).use(router)
catchBreakage(app, router)
// A first room that can't be loaded is told by `catchBreakage`.
heedEarlyAddress(router).catch(() => {})
app.mount('#app')
// Without a first room, there is none to come back to.
loadRooms(router).catch(() => {})
