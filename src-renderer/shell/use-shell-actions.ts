/** The commands that work everywhere: going to rooms, palette, keys, look and language. */
import type { Action } from '../actions/action.ts'
import { useRouter } from 'vue-router'
import { useActions } from '../actions/action.ts'
import { useNotices } from '../actions/notices.ts'
import { useOverlay } from '../actions/overlay.ts'
import { useImportFiles } from '../parts/files/use-import-files.ts'
import { usePickProject } from '../parts/projects/use-import-project.ts'
import { useOpenSample } from '../parts/projects/use-open-sample.ts'
import { useInSpeech } from '../parts/voices/use-in-speech.ts'
import { useProject } from '../stores/project.ts'
import { useProjects } from '../stores/projects.ts'
import { useSettings } from '../stores/settings.ts'
import { useVoices } from '../stores/voices.ts'
import { useLanguage } from '../texts/texts.ts'

export function useShellActions(): void {
  const router = useRouter()
  const overlay = useOverlay()
  const settings = useSettings()
  const language = useLanguage()
  const projects = useProjects()
  const open = useProject()
  const voices = useVoices()
  const speech = useInSpeech()
  const notices = useNotices()
  const { openSample } = useOpenSample()
  const pickProject = usePickProject()
  const { pickFiles } = useImportFiles(() => open.projectId)

  const rooms = [
    ['projects', 'projects'],
    ['library', 'library'],
    ['make', 'workbench'],
    ['voices', 'voices'],
    ['queue', 'queue'],
    ['settings', 'settings'],
  ] as const
  const parts = ['script', 'make', 'timeline', 'deliver'] as const

  useActions(() => [
    ...rooms.map(([room, name], index): Action => ({
      id: `go.${name}`,
      group: 'go',
      keys: [`alt+${index + 1}`, ...room === 'settings' ? ['mod+,'] : []],
      ...room === 'settings' && { inFields: { why: 'settings' } },
      label: t => t.shell.rooms[room],
      run: () => router.push({ name }),
    })),
    ...parts.map((name, index): Action => ({
      id: `project.${name}`,
      group: 'project',
      keys: [`mod+alt+${index + 1}`],
      label: t => t.shell.rooms[name],
      when: () => open.projectId !== null,
      run: () => open.projectId && router.push({ name, params: { projectId: open.projectId } }),
    })),
    {
      id: 'studio.palette',
      group: 'studio',
      keys: ['mod+k'],
      inFields: { why: 'palette' },
      inDialogs: true,
      label: t => t.shell.keys.palette,
      isHidden: true,
      run: () => overlay.now.is === 'palette' ? overlay.close() : overlay.show({ is: 'palette' }),
    },
    {
      id: 'studio.keys',
      group: 'studio',
      keys: ['?', 'f1'],
      inFields: { why: 'help' },
      label: t => t.shell.keys.open,
      run: () => overlay.show({ is: 'keys' }),
    },
    {
      id: 'studio.shelf',
      group: 'studio',
      keys: ['mod+i'],
      inFields: { why: 'palette' },
      inDialogs: true,
      label: t => t.shelf.open,
      run: () => overlay.show({ is: 'shelf' }),
    },
    {
      id: 'projects.create',
      group: 'project',
      label: t => t.shell.actions.newProject,
      run: () => router.push({ name: 'projects', query: { new: '' } }),
    },
    { id: 'projects.import', group: 'project', label: t => t.projects.bundle.import, run: pickProject },
    {
      id: 'projects.open-sample',
      group: 'project',
      label: t => t.shell.actions.openSample,
      run: async () => {
        const { fault } = await openSample()
        if (fault)
          notices.fault(fault)
      },
    },
    { id: 'go.trash', group: 'go', label: t => t.trash.title, run: () => router.push({ name: 'trash' }) },
    { id: 'library.import', group: 'library', label: t => t.shell.actions.importFiles, run: pickFiles },
    {
      id: 'accounts.connect',
      group: 'studio',
      label: t => t.shell.actions.addAccount,
      run: () => router.push({ name: 'settings', query: { connect: '' } }),
    },
    { id: 'studio.notices', group: 'studio', label: t => t.notices.open, run: () => overlay.show({ is: 'notices' }) },
    { id: 'go.spend', group: 'go', label: t => t.spend.title, run: () => router.push({ name: 'spend' }) },
    {
      id: 'studio.theme',
      group: 'studio',
      label: t => t.shell.actions.switchTheme,
      run: () => settings.change({ theme: document.documentElement.dataset.theme === 'dark' ? 'light' : 'dark' }),
    },
    {
      id: 'studio.language',
      group: 'studio',
      label: t => t.shell.actions.switchLanguage,
      run: () => settings.change({ language: language.language === 'en' ? 'zh' : 'en' }),
    },
    ...voices.all.map((voice): Action => ({
      id: `voices.use.${voice.id}`,
      group: 'voices',
      label: t => t.shell.actions.useVoice(voice.name),
      run: () => router.push(speech.routeOf({ voiceId: voice.id })),
    })),
    ...projects.all.map((project): Action => ({
      id: `projects.open.${project.id}`,
      group: 'project',
      label: t => t.shell.actions.openProject(project.name),
      run: () => router.push({ name: 'script', params: { projectId: project.id } }),
    })),
  ])
}
