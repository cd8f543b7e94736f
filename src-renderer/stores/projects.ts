/** All projects, as main has them. */
import { defineStore } from 'pinia'
import { computed } from 'vue'
import { studio } from '../studio.ts'
import { mirror } from './mirror.ts'

export const useProjects = defineStore('projects', () => {
  const picture = mirror((_key, options) => studio.projects.changes({}, options))
  const present = computed(() => picture.all.value.filter(project => project.trashedAt === null))
  /** Last changed first, without templates and those in the trash, but with those in the archive. */
  const all = computed(() => present.value.filter(project => project.templateAt === null).toSorted((a, b) => b.changedAt - a.changedAt))
  /** Of one's own, by name. */
  const templates = computed(() => present.value.filter(project => project.templateAt !== null)
    .toSorted((a, b) => a.name.localeCompare(b.name) || (a.id < b.id ? -1 : 1)))
  /** Without those in the archive: where a person chooses one. */
  const listed = computed(() => all.value.filter(project => project.archivedAt === null))
  const archived = computed(() => all.value.filter(project => project.archivedAt !== null))
  const trashed = computed(() =>
    picture.all.value.filter(project => project.trashedAt !== null).toSorted((a, b) => (b.trashedAt ?? 0) - (a.trashedAt ?? 0)))
  return { all, templates, listed, archived, trashed, get: picture.get, isReady: picture.isReady }
})
