/** Where each room is. */
import type { Router } from 'vue-router'
import { createRouter, createWebHashHistory } from 'vue-router'
import { routeOf, sectionOfHash } from '../rooms/settings/sections.ts'

declare module 'vue-router' {
  interface RouteMeta {
    /** The entry of the rail that is lit. */
    room?: 'projects' | 'library' | 'voices' | 'queue' | 'settings' | 'make'
  }
}

/**
 * Goes to the address that is entered while the first room still loads: the router hears the address bar only from its first room on, and
 * would go back.
 */
export async function heedEarlyAddress(router: Router): Promise<void> {
  let entered: string | null = null
  // The event, not the address bar: the first room may have written its own address there before the event came.
  const note = ({ newURL }: HashChangeEvent): void => {
    entered = new URL(newURL).hash.slice(1)
  }
  window.addEventListener('hashchange', note)
  try {
    await router.isReady()
    // An address entered just before is told only in a later turn.
    await new Promise(resolve => setTimeout(resolve))
  }
  finally {
    window.removeEventListener('hashchange', note)
  }
  if (entered !== null)
    await router.replace(entered)
}

/**
 * Inside a project the rooms get `projectId` as a prop; `/make` is the workbench without one. The workbenches are parts of
 * one address, so that "Make" stays lit. `?takeId=…` on a workbench fills its form from that take.
 */
export function createRoutes(): Router {
  return createRouter({
    history: createWebHashHistory(),
    routes: [
      { path: '/', redirect: '/projects' },
      { path: '/projects', name: 'projects', component: () => import('../rooms/projects/ProjectsRoom.vue'), meta: { room: 'projects' } },
      {
        path: '/projects/:projectId',
        component: () => import('./ProjectFrame.vue'),
        props: true,
        meta: { room: 'projects' },
        children: [
          { path: '', redirect: to => ({ name: 'script', params: to.params }) },
          { path: 'script', name: 'script', component: () => import('../rooms/script/ScriptRoom.vue'), props: true },
          {
            path: 'make',
            children: [
              { path: '', name: 'make', component: () => import('../rooms/make/MakeRoom.vue'), props: true },
              { path: 'transcribe', name: 'transcribe', component: () => import('../rooms/transcribe/TranscribeRoom.vue'), props: true },
              { path: 'chat/:conversationId?', name: 'chat', component: () => import('../rooms/chat/ChatRoom.vue'), props: true },
            ],
          },
          { path: 'timeline', name: 'timeline', component: () => import('../rooms/timeline/TimelineRoom.vue'), props: true },
          { path: 'deliver', name: 'deliver', component: () => import('../rooms/deliver/DeliverRoom.vue'), props: true },
        ],
      },
      { path: '/library', name: 'library', component: () => import('../rooms/library/LibraryRoom.vue'), meta: { room: 'library' } },
      { path: '/trash', name: 'trash', component: () => import('../rooms/trash/TrashRoom.vue'), meta: { room: 'library' } },
      { path: '/voices', name: 'voices', component: () => import('../rooms/voices/VoicesRoom.vue'), meta: { room: 'voices' } },
      { path: '/queue', name: 'queue', component: () => import('../rooms/queue/QueueRoom.vue'), meta: { room: 'queue' } },
      { path: '/spend', redirect: to => ({ name: 'spend', query: to.query }) },
      {
        path: '/settings',
        component: () => import('../rooms/settings/SettingsRoom.vue'),
        meta: { room: 'settings' },
        children: [
          {
            path: '',
            name: 'settings',
            redirect: ({ hash, query }) => ({ name: routeOf[sectionOfHash(hash)], query, hash: '' }),
          },
          { path: 'accounts', name: 'settings-accounts', component: () => import('../rooms/settings/pages/AccountsPage.vue') },
          { path: 'models', name: 'settings-models', component: () => import('../rooms/settings/models/ModelsSection.vue') },
          { path: 'spend', name: 'spend', component: () => import('../rooms/spend/SpendRoom.vue') },
          { path: 'safety', name: 'settings-safety', component: () => import('../rooms/settings/safety/SafetySection.vue') },
          { path: 'queue', name: 'settings-queue', component: () => import('../rooms/settings/pages/QueuePage.vue') },
          { path: 'delivery', name: 'settings-delivery', component: () => import('../rooms/settings/pages/DeliveryPage.vue') },
          { path: 'look', name: 'settings-look', component: () => import('../rooms/settings/pages/LookPage.vue') },
          { path: 'pages', name: 'settings-pages', component: () => import('../rooms/settings/pages/OpenPagesPage.vue') },
          { path: 'about', name: 'settings-about', component: () => import('../rooms/settings/pages/AboutPage.vue') },
        ],
      },
      {
        path: '/make',
        meta: { room: 'make' },
        children: [
          { path: '', name: 'workbench', component: () => import('../rooms/make/MakeRoom.vue'), props: { projectId: null } },
          {
            path: 'transcribe',
            name: 'workbench-transcribe',
            component: () => import('../rooms/transcribe/TranscribeRoom.vue'),
            props: { projectId: null },
          },
          {
            path: 'chat/:conversationId?',
            name: 'workbench-chat',
            component: () => import('../rooms/chat/ChatRoom.vue'),
            props: route => ({ projectId: null, conversationId: route.params.conversationId }),
          },
        ],
      },
      { path: '/:rest(.*)*', name: 'nowhere', component: () => import('./Nowhere.vue') },
    ],
  })
}
