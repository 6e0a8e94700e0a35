import type { ValuePlan } from '../value-plan.ts'

export const filePlan: ValuePlan = {
  jsonTypes: ['object'],
  valueTypes: ['file'],
  code: 'type.file',
  message: 'must be a file.',
  test: (_code, value) => `${value} instanceof File`,
  cast: (value) => value,
  schema: () => ({ type: 'string', format: 'binary' }),
}
