/**
 * Prepares the document for the page: makes server URLs that begin with a dot absolute, adds readable examples to
 * strings with `@NotBlank()`, and uses the fields of the body, or the parameters, in the example of validation errors.
 */
export const readableDocument = `const wholeAddress = (server) =>
  server.url.startsWith('.')
    ? { ...server, url: new URL(server.url, document.baseURI).href.replace(/\\/$/, '') }
    : server

/** Swagger UI would choose a random character for the pattern of @NotBlank(). */
const addExamples = (node) => {
  if (typeof node !== 'object' || node === null) return
  const { type, pattern, examples, minLength = 0, maxLength } = node
  if ([type].flat().includes('string') && pattern === '\\\\S' && examples === undefined) {
    node.examples = ['string'.padEnd(minLength, 'string').slice(0, maxLength)]
  }
  for (const inner of Object.values(node)) addExamples(inner)
}

const readable = (spec) => {
  const found = (node) => {
    const path = node?.$ref?.slice(2).split('/')
    return path ? found(path.reduce((at, key) => at?.[key], spec)) : node
  }
  /** The required fields of a schema, at most three; fields of objects with the path to them. */
  const fieldsOf = (schema, prefix = '', depth = 0) => {
    const { properties = {}, required = [], allOf = [] } = found(schema) ?? {}
    const own = required.flatMap((name) => {
      const inner = depth < 3 ? fieldsOf(properties[name], prefix + name + '.', depth + 1) : []
      return inner.length > 0 ? inner : [prefix + name]
    })
    return [...allOf.flatMap((part) => fieldsOf(part, prefix, depth)), ...own].slice(0, 3)
  }
  const partsOf = (schema) => {
    const { allOf = [], properties = {} } = found(schema) ?? {}
    return Object.assign({}, ...allOf.map(partsOf), properties)
  }
  const exampleOf = (properties, names) => {
    const message = 'is required.'
    const values = {
      type: 'about:blank',
      title: 'Unprocessable Content',
      status: 422,
      detail: 'The request is not valid.',
      errors: Object.fromEntries(names.map((name) => [name, [message]])),
      details: names.map((key) => ({ key, code: 'required', parameters: {}, message })),
    }
    const known = Object.entries(values).filter(([name]) => name in properties)
    return Object.fromEntries(known)
  }
  const withExample = (operation) => {
    const bodies = Object.values(found(operation.requestBody)?.content ?? {})
    const parameters = (operation.parameters ?? []).map(found).filter((one) => one.required)
    const ofBody = fieldsOf(bodies[0]?.schema)
    const names = ofBody.length > 0 ? ofBody : parameters.map((one) => one.name).slice(0, 3)
    const refused = found(operation.responses?.['422'])
    if (names.length === 0 || !refused?.content) return operation
    const content = Object.entries(refused.content).map(([type, media]) => {
      const properties = partsOf(media.schema)
      const isOurs = properties.errors?.additionalProperties?.type === 'array'
      return [type, isOurs && !media.examples ? { ...media, example: exampleOf(properties, names) } : media]
    })
    const response = { ...refused, content: Object.fromEntries(content) }
    return { ...operation, responses: { ...operation.responses, 422: response } }
  }
  const pathItem = (item) =>
    Object.fromEntries(Object.entries(item).map(([key, one]) => [key, withExample(one)]))
  addExamples(spec)
  return {
    ...spec,
    ...(spec.tags && { tags: spec.tags.map(({ description, ...tag }) => ({
      ...tag,
      ...(description?.toLowerCase() !== tag.name.toLowerCase() && { description }),
    })) }),
    ...(spec.servers && { servers: spec.servers.map(wholeAddress) }),
    ...(spec.paths && {
      paths: Object.fromEntries(Object.entries(spec.paths).map(([path, item]) => [path, pathItem(item)])),
    }),
  }
}
`
