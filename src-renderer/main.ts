/** Starts the page. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { catchBreakage } from './shell/breakage.ts'
import { createRoutes } from './shell/routes.ts'
import './styles/base.css'

const router = createRoutes()
const app = createApp(App).use(createPinia()).use(router)
catchBreakage(app, router)
app.mount('#app')
