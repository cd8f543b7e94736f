/** Starts the page. */
import { createPinia } from 'pinia'
import { createApp } from 'vue'
import App from './App.vue'
import { createRoutes } from './shell/routes.ts'
import './styles/base.css'

createApp(App).use(createPinia()).use(createRoutes()).mount('#app')
