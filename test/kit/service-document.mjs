/** `node test/kit/service-document.mjs`: writes resources/service-document.md from the rows in test/seam/document. */
import { writeFileSync } from 'node:fs'
import { builtInModels } from '../../src-main/service/catalogue/index.ts'
import { writeDocument } from '../seam/document/written.ts'

writeFileSync(new URL('../../resources/service-document.md', import.meta.url), writeDocument(builtInModels))
