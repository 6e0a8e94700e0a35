import type { ValuePlan } from '../validation/value-plan.ts'
import type { BuiltinType } from './builtin-type.ts'

const plan: ValuePlan = {
  jsonTypes: ['object'],
  valueTypes: ['file'],
  code: 'type.file',
  message: 'must be a file.',
  test: (_code, value) => `${value} instanceof File`,
  // Clients other than browsers send an empty string for a missing file.
  cast: (value) => (value === '' ? undefined : value),
  schema: () => ({ type: 'string', format: 'binary' }),
}

/** An uploaded file, or a response that downloads a file. */
export const file: BuiltinType = {
  plan: () => plan,
  mediaType: '*/*',
  client: {
    type: 'Blob',
    whole: { type: 'Blob', reader: 'wholeBlob' },
    classes: ['Blob', 'File'],
  },
}
