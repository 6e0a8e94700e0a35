import type { TSTypeName, TSTypeQuery, TSTypeReference } from 'oxc-parser'

/** The names of the utility types with which libraries infer a type from a schema. */
const inferHelpers = new Set(['infer', 'output', 'Infer', 'InferOutput', 'Static', 'Type'])

/** Returns the schema in `z.infer<typeof schema>` and the like; undefined for other types. */
export function inferredSchema({
  typeName,
  typeArguments,
}: TSTypeReference): TSTypeQuery | undefined {
  const [only, ...more] = typeArguments?.params ?? []
  const isOnly = only?.type === 'TSTypeQuery' && more.length === 0
  return isOnly && inferHelpers.has(lastName(typeName)) ? only : undefined
}

/** Returns the schema in `typeof schema.infer`; undefined for other names. */
export function schemaWithInfer({ exprName }: TSTypeQuery): TSTypeName | undefined {
  if (exprName.type !== 'TSQualifiedName') return undefined
  return /^(?:infer|Type)$/.test(exprName.right.name) ? exprName.left : undefined
}

function lastName(name: TSTypeName): string {
  if (name.type === 'ThisExpression') return ''
  return name.type === 'Identifier' ? name.name : name.right.name
}
