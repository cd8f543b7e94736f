/** Both hosts import this first: V8 would have grown its heap for new objects to 64 MB before the rest of the program is loaded. */
import { limitYoungGeneration } from '../base/young-generation.ts'

limitYoungGeneration()
