import { fileCases } from './file-cases.ts'
import { framingCases } from './framing-cases.ts'
import { partCases } from './part-cases.ts'

export const cases = [...framingCases, ...partCases, ...fileCases]
