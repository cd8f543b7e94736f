/** Writes resources/service-document.md from the rows that test/seam/document walks: `node test/kit/service-document.mjs`. */
import { writeFileSync } from 'node:fs'
import { builtInModels } from '../../src-main/service/catalogue/index.ts'
import { writeDocument } from '../seam/document/written.ts'

writeFileSync(new URL('../../resources/service-document.md', import.meta.url), writeDocument(builtInModels))
