import type { Class, FormalParameters, ParamPattern, TSParameterProperty, TSType } from 'oxc-parser'
import type { SourceFile } from './source-file.ts'

export function describeClass(found: Class, module: SourceFile): string {
  const methods: Record<string, unknown> = {}
  let parameters: unknown
  for (const member of found.body.body) {
    if (member.type !== 'MethodDefinition' || member.computed || !member.value.body) continue
    const { value, key } = member
    if (member.kind === 'constructor') parameters = describeParameters(value.params, module)
    else if (
      key.type === 'Identifier' &&
      (member.decorators.length > 0 ||
        key.name === 'handle' ||
        value.params.some((p) => 'decorators' in p && (p.decorators ?? []).length > 0))
    ) {
      methods[key.name] = {
        parameters: describeParameters(value.params, module),
        returns: value.returnType
          ? describeType(value.returnType.typeAnnotation, module)
          : undefined,
        static: member.static || undefined,
        at: module.at(member.start),
      }
    }
  }
  const description = {
    name: found.id?.name ?? '',
    file: module.label,
    at: module.at(found.start),
    implements: found.implements.map((i) => ('name' in i.expression ? i.expression.name : '')),
    parameters,
    methods,
  }
  const json = JSON.stringify(description).replaceAll(/"\u0000(\w+)"/g, '$1').replaceAll(/"\\u0000([\w.]+)"/g, '$1')
  return `static{Object.defineProperty(this,Symbol.for("fw.description"),{value:()=>(${json})})}`
}

function describeParameters(parameters: readonly ParamPattern[], module: SourceFile) {
  return parameters.map((parameter) => {
    const inner = parameter.type === 'TSParameterProperty' ? parameter.parameter : parameter
    const binding: any = inner.type === 'AssignmentPattern' ? inner.left : inner
    const literal: any = inner.type === 'AssignmentPattern' ? inner.right : undefined
    const type = binding.typeAnnotation
      ? describeType(binding.typeAnnotation.typeAnnotation, module)
      : { kind: 'unknown' }
    return {
      name: binding.name ?? '',
      type,
      optional: binding.optional || undefined,
      default:
        literal && (literal.type === 'Literal' ? { value: literal.value } : {}),
      property:
        parameter.type === 'TSParameterProperty' ? (parameter.accessibility ?? 'public') : undefined,
      at: module.at(parameter.start),
    }
  })
}

function describeType(type: TSType, module: SourceFile): any {
  switch (type.type) {
    case 'TSStringKeyword':
      return { kind: 'string' }
    case 'TSNumberKeyword':
      return { kind: 'number' }
    case 'TSBooleanKeyword':
      return { kind: 'boolean' }
    case 'TSBigIntKeyword':
      return { kind: 'bigint' }
    case 'TSVoidKeyword':
      return { kind: 'void' }
    case 'TSArrayType':
      return { kind: 'array', items: describeType(type.elementType, module) }
    case 'TSUnionType': {
      const rest = type.types.filter((t) => t.type !== 'TSNullKeyword')
      if (rest.length === 1) return { ...describeType(rest[0]!, module), nullable: true }
      return { kind: 'enum', values: rest.map((t: any) => t.literal?.value) }
    }
    case 'TSTypeReference': {
      const name = (type.typeName as any).name as string
      if (name === 'int' || name === 'float') return { kind: name === 'int' ? 'int' : 'number' }
      if (name === 'Promise') return describeType(type.typeArguments!.params[0]!, module)
      if (['Date', 'File', 'Request', 'Response', 'AbortSignal'].includes(name)) {
        return { kind: 'builtin', name }
      }
      if (name) return { kind: 'class', name, class: `\u0000${name}`, typeArguments: type.typeArguments?.params.map((p) => describeType(p, module)) }
    }
  }
  return { kind: 'unknown' }
}
