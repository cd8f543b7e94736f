/** A file of a clearly wrong type is refused before its upload; in doubt its bytes decide. */
import { expect, it } from 'vitest'
import { builtInModels } from '../../../../src-main/service/catalogue/index.ts'
import { isOfWrongType, mediaAccepted, typeNames } from '../../../../src-renderer/parts/files/file-types.ts'

const pictures = builtInModels.find(model => model.id === 'qwen-image-edit-2511')!.fields.find(field => field.name === 'images')!
const sounds = { accepts: ['audio/mpeg', 'audio/wav', 'audio/mp4', 'audio/ogg', 'audio/webm'] }

it('an image field lists its types, and refuses a sound, a PDF and a GIF', () => {
  expect(typeNames(pictures)).toBe('PNG, JPEG, WebP')
  expect([...mediaAccepted(pictures)]).toEqual(['picture'])
  for (const mime of ['audio/wav', 'application/pdf', 'image/gif', 'video/mp4'])
    expect(isOfWrongType(pictures, mime), mime).toBe(true)
  expect(isOfWrongType(pictures, 'image/webp')).toBe(false)
})

it('a type with several names, or none, is left to the bytes', () => {
  expect(isOfWrongType(pictures, '')).toBe(false)
  expect(isOfWrongType(sounds, 'audio/x-wav')).toBe(false)
  expect(isOfWrongType(sounds, 'video/webm')).toBe(false)
  expect(isOfWrongType(sounds, 'image/png')).toBe(true)
})

it('a field without types accepts anything', () => {
  expect(isOfWrongType({ accepts: null }, 'image/gif')).toBe(false)
  expect([...mediaAccepted({ accepts: null })]).toEqual(['audio', 'picture', 'video'])
  expect(typeNames({ accepts: null })).toBe('')
})
