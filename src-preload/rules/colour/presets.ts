/** Grades to start from. */
import type { Grade } from '#contract/grade.ts'
import { neutralGrade } from './grade.ts'

const wheel = (all: number): Grade['lift'] => ({ all, red: 0, green: 0, blue: 0 })

export const gradePresets = {
  warm: { ...neutralGrade, temperature: 0.3, tint: 0.05, saturation: 0.08 },
  cool: { ...neutralGrade, temperature: -0.3, saturation: -0.05 },
  punchy: { ...neutralGrade, contrast: 0.18, saturation: 0.25, pivot: 0.45 },
  faded: { ...neutralGrade, contrast: -0.12, saturation: -0.25, lift: { all: 0.12, red: 0, green: 0, blue: 0.03 }, gain: wheel(-0.06) },
  blackAndWhite: { ...neutralGrade, saturation: -1, contrast: 0.12 },
} as const satisfies Record<string, Grade>
export type GradePreset = keyof typeof gradePresets
export const gradePresetNames = ['warm', 'cool', 'punchy', 'faded', 'blackAndWhite'] as const satisfies readonly GradePreset[]
