/**
 * Resolves a part of the document with only the components that it refers to. Swagger UI would process the whole
 * document again for each operation, which takes seconds if there are hundreds.
 */
export const subtreePlugin = `const reachable = (root, components) => {
  const found = {}
  const visit = (node) => {
    if (typeof node !== 'object' || node === null) return
    const [, kind, name] = /^#\\/components\\/([^/]+)\\/([^/]+)$/.exec(node.$ref) ?? []
    const target = components[kind]?.[name]
    if (target !== undefined && found[kind]?.[name] === undefined) {
      found[kind] = { ...found[kind], [name]: target }
      visit(target)
    }
    for (const inner of Object.values(node)) visit(inner)
  }
  visit(root)
  return found
}

const partOf = (spec, [kind, path]) => {
  const { components = {}, paths = {}, ...others } = spec
  const { securitySchemes } = components
  const own = kind === 'paths' && path in paths ? { [path]: paths[path] } : {}
  const found = reachable(own, components)
  return { ...others, paths: own, components: { ...found, ...(securitySchemes && { securitySchemes }) } }
}

const subtreePlugin = {
  afterLoad() {
    const { resolveSubtree } = this.fn
    this.fn.resolveSubtree = (spec, path, options) =>
      resolveSubtree(isPartial(path) ? partOf(spec, path) : spec, path, options)
  },
}

/** The whole document is needed for other parts, such as a component. */
const isPartial = ([kind, name]) => kind === 'paths' || (kind === 'components' && name === 'securitySchemes')
`
