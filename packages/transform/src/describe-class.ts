import type { Class } from 'oxc-parser'
import { constructorOf, isDecorated, isMethod, type Method } from './class-members.ts'
import { createDescription, type Description } from './description.ts'
import { describeParameters } from './describe-parameter.ts'
import { withoutUndefined, type Type } from './described-type.ts'
import { docOf } from './doc-comment.ts'
import { callTypeParameters, type FoundClass } from './find-classes.ts'
import { implementedNames } from './implemented-names.ts'
import { keyName } from './key-name.ts'
import { readType } from './read-type.ts'
import type { Reading } from './reading.ts'
import { returnedReplies } from './returned-replies.ts'
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
    doc: docOf({ ...node, start: found.start }, node.id ?? node.body, file)?.documentation,
  })
}

function describeConstructor(node: Class, scope: Scope, reading: Reading) {
  const found = constructorOf(node)
  if (!found) return undefined
  const doc = docOf(found, found.key, scope.file)
  return describeParameters(found.value.params, doc, scope, reading)
}

function describeMethods(
  node: Class,
  implemented: readonly string[],
  scope: Scope,
  reading: Reading,
) {
  const isJob = implemented.includes('Job') || node.superClass !== null
  const described = node.body.body.flatMap((member) => {
    if (!isMethod(member) || member.kind !== 'method') return []
    const name = member.computed ? undefined : keyName(member.key)
    const isWanted = isDecorated(member) || (isJob && name === 'handle')
    return name !== undefined && isWanted
      ? [[name, describeMethod(member, scope, reading)] as const]
      : []
  })
  return described.length > 0 ? Object.fromEntries(described) : undefined
}

function describeMethod(member: Method, outer: Scope, reading: Reading) {
  const { params, returnType, typeParameters, body, async: isAsync, generator } = member.value
  const scope = callTypeParameters(typeParameters, outer)
  const doc = docOf(member, member.key, scope.file)
  const returns =
    returnType && withoutUndefined(readType(returnType.typeAnnotation, scope, reading))
  return {
    parameters: describeParameters(params, doc, scope, reading),
    returns: returns?.type ?? (isAsync && generator ? eventSeries : undefined),
    returnsOptional: returns?.type.kind === 'void' ? undefined : returns?.optional,
    ...(body && returnedReplies(body, scope, reading)),
    static: member.static || undefined,
    at: scope.file.at(member.key.start),
    doc: doc?.documentation,
  }
}

/** What an `async *` method returns, whether it says so or not. */
const eventSeries: Type = { kind: 'builtin', name: 'AsyncIterable' }
