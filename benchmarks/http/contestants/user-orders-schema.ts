/** The typed parameters as one JSON Schema. */
export const userOrdersSchema = {
  type: 'object',
  required: ['id'],
  properties: {
    id: { type: 'integer' },
    limit: { type: 'integer', default: 20 },
    active: { type: 'boolean', default: false },
  },
}
