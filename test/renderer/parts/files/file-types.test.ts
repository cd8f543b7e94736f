/** What a field certainly does not take is known by the file's own type, before a byte is moved; in doubt its bytes decide. */
import { expect, it } from 'vitest'
import { builtInModels } from '../../../../src-main/service/catalogue/index.ts'
import { isOfWrongType, mediaAccepted, typeNames } from '../../../../src-renderer/parts/files/file-types.ts'

const pictures = builtInModels.find(model => model.id === 'qwen-image-edit-2511')!.fields.find(field => field.name === 'images')!
const sounds = { accepts: ['audio/mpeg', 'audio/wav', 'audio/mp4', 'audio/ogg', 'audio/webm'] }

it('a field for pictures says which, and refuses a sound, a letter and a GIF', () => {
  expect(typeNames(pictures)).toBe('PNG, JPEG, WebP')
  expect([...mediaAccepted(pictures)]).toEqual(['picture'])
  for (const mime of ['audio/wav', 'application/pdf', 'image/gif', 'video/mp4'])
    expect(isOfWrongType(pictures, mime), mime).toBe(true)
  expect(isOfWrongType(pictures, 'image/webp')).toBe(false)
})

it('a type that systems name in many ways, or not at all, is left to the bytes', () => {
  expect(isOfWrongType(pictures, '')).toBe(false)
  expect(isOfWrongType(sounds, 'audio/x-wav')).toBe(false)
  expect(isOfWrongType(sounds, 'video/webm')).toBe(false)
  expect(isOfWrongType(sounds, 'image/png')).toBe(true)
})

it('a field that names no types takes anything', () => {
  expect(isOfWrongType({ accepts: null }, 'image/gif')).toBe(false)
  expect([...mediaAccepted({ accepts: null })]).toEqual(['audio', 'picture', 'video'])
  expect(typeNames({ accepts: null })).toBe('')
})
