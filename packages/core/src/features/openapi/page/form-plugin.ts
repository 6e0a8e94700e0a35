/**
 * Leaves optional form fields empty at first, and does not send empty fields. Swagger UI would fill
 * these fields with null and sample values, and send all of them. Nulls inside objects, which are
 * sent as fields such as `customer[name]`, are left out, because they make Swagger UI fail.
 */
export const formPlugin = `const withoutNulls = (value) => {
  if (typeof value !== 'object' || value === null) return value
  if (Array.isArray(value)) return value.map(withoutNulls)
  const entries = Object.entries(value).filter(([, each]) => each !== null)
  return Object.fromEntries(entries.map(([name, each]) => [name, withoutNulls(each)]))
}

const parsed = (field) => {
  try {
    return typeof field === 'string' ? JSON.parse(field) : field
  } catch {
    return field
  }
}

/** Removes null fields from a form, and nulls inside fields that are sent in brackets. */
const bracketed = (request) => {
  const { requestBody, requestContentType: type, operation } = request
  if (type !== 'application/x-www-form-urlencoded' || typeof requestBody !== 'object') return request
  const nested = operation.getIn(['requestBody', 'content', type, 'encoding'])
  const fields = Object.entries(requestBody ?? {}).map(([name, field]) => [
    name,
    nested?.has(name) ? withoutNulls(parsed(field)) : field,
  ])
  const shown = fields.filter(([, field]) => field !== null)
  return { ...request, requestBody: Object.fromEntries(shown) }
}

const formPlugin = {
  wrapComponents: {
    JsonSchemaForm: (Original, { React }) => (props) =>
      React.createElement(Original, {
        ...props,
        ...(props.dispatchInitialValue && !props.required && { dispatchInitialValue: false }),
      }),
    ParameterIncludeEmpty: (Original, { React }) => (props) =>
      React.createElement(Original, {
        ...props,
        isIncludedOptions: { ...props.isIncludedOptions, defaultValue: false },
      }),
  },
  afterLoad() {
    const { buildRequest, execute } = this.fn
    this.fn.buildRequest = (request) => buildRequest(bracketed(request))
    this.fn.execute = (request) => execute(bracketed(request))
  },
}
`
