import type { ValuePlan } from '../value-plan.ts'

export const filePlan: ValuePlan = {
  jsonTypes: ['object'],
  valueTypes: ['file'],
  code: 'type.file',
  message: 'must be a file.',
  test: (_code, value) => `${value} instanceof File`,
  // Clients other than browsers send an empty string for a missing file.
  cast: (value) => (value === '' ? undefined : value),
  schema: () => ({ type: 'string', format: 'binary' }),
}
