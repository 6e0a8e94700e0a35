import type { Class, ClassElement } from 'oxc-parser'
import { isDecorated } from './decorators.ts'
import { createDescription, type Description } from './description.ts'
import { describeParameters } from './describe-parameter.ts'
import { withoutUndefined } from './described-type.ts'
import { docBefore, docBetween, type DocComment } from './doc-comment.ts'
import { callTypeParameters, type FoundClass } from './find-classes.ts'
import { implementedNames } from './implemented-names.ts'
import { keyName } from './key-name.ts'
import { readType } from './read-type.ts'
import type { Reading } from './reading.ts'
import type { Scope } from './scope.ts'

/** Describes a class and those of its methods that the framework could call. */
export function describeClass(found: FoundClass, reading: Reading): Description {
  const { node, scope } = found
  const { file } = scope
  const names = implementedNames(node, scope)
  return createDescription({
    name: node.id?.name ?? '',
    file: file.label,
    at: file.at(node.id?.start ?? node.start),
    typeParameters: node.typeParameters?.params.map((parameter) => parameter.name.name),
    abstract: node.abstract || undefined,
    implements: names.length > 0 ? names : undefined,
    parameters: describeConstructor(node, scope, reading),
    methods: describeMethods(node, names, scope, reading),
    doc: classDoc(found)?.documentation,
  })
}

function classDoc({ node, start, scope }: FoundClass): DocComment | undefined {
  const end = node.decorators.at(-1)?.end
  return (
    docBefore(start, scope.file) ??
    (end === undefined ? undefined : docBetween(end, node.id?.start ?? node.body.start, scope.file))
  )
}

type Method = Extract<ClassElement, { type: 'MethodDefinition' | 'TSAbstractMethodDefinition' }>

function describeConstructor(node: Class, scope: Scope, reading: Reading) {
  const found = node.body.body.find(
    (member): member is Method =>
      member.type === 'MethodDefinition' && member.kind === 'constructor' && !!member.value.body,
  )
  return found && describeParameters(found.value.params, memberDoc(found, scope), scope, reading)
}

function describeMethods(
  node: Class,
  implemented: readonly string[],
  scope: Scope,
  reading: Reading,
) {
  const isJob = implemented.includes('Job') || node.superClass !== null
  const described = node.body.body.flatMap((member) => {
    if (member.type !== 'MethodDefinition' || member.kind !== 'method' || !member.value.body)
      return []
    const name = member.computed ? undefined : keyName(member.key)
    const isWanted = isDecorated(member) || (isJob && name === 'handle')
    return name !== undefined && isWanted
      ? [[name, describeMethod(member, scope, reading)] as const]
      : []
  })
  return described.length > 0 ? Object.fromEntries(described) : undefined
}

function describeMethod(member: Method, outer: Scope, reading: Reading) {
  const { params, returnType, typeParameters } = member.value
  const scope = callTypeParameters(typeParameters, outer)
  const doc = memberDoc(member, scope)
  const returns =
    returnType && withoutUndefined(readType(returnType.typeAnnotation, scope, reading))
  return {
    parameters: describeParameters(params, doc, scope, reading),
    returns: returns?.type,
    returnsOptional: returns?.type.kind === 'void' ? undefined : returns?.optional,
    static: member.static || undefined,
    at: scope.file.at(member.key.start),
    doc: doc?.documentation,
  }
}

function memberDoc(member: Method, { file }: Scope): DocComment | undefined {
  const end = member.decorators.at(-1)?.end
  const start = Math.min(member.start, member.decorators[0]?.start ?? member.start)
  return (
    docBefore(start, file) ??
    (end === undefined ? undefined : docBetween(end, member.key.start, file))
  )
}
