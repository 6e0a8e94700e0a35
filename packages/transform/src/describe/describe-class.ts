import type { Class, Function as FunctionNode } from 'oxc-parser'
import { withoutUndefined, type Type } from '../described-type.ts'
import {
  constructorOf,
  implementedNames,
  isDecorated,
  isMethod,
  keyName,
  type Method,
} from '../parse/class-members.ts'
import { docOf, type DocComment } from '../parse/doc-comment.ts'
import { parameterName, readParameter } from '../types/read-parameter.ts'
import type { TypeReader } from '../types/type-reader.ts'
import { describeProperties } from './describe-properties.ts'
import { callTypeParameters, type ModuleClass } from './find-classes.ts'
import { returnedReplies } from './returned-replies.ts'

/** Describes a class, and the methods that the framework may call. */
export function describeClass({ node, scope, start }: ModuleClass, module: TypeReader) {
  const { file } = scope
  const reader = module.within(scope)
  const names = implementedNames(node, scope)
  return {
    name: node.id?.name ?? '',
    file: file.label,
    at: file.at(node.id?.start ?? node.start),
    typeParameters: node.typeParameters?.params.map((parameter) => parameter.name.name),
    typeDefaults: describeTypeDefaults(node, reader),
    parentArguments: node.superTypeArguments?.params.map((type) => reader.describe(type)),
    abstract: node.abstract || undefined,
    implements: names.length > 0 ? names : undefined,
    parameters: describeConstructor(node, reader),
    methods: describeMethods(node, names, reader),
    getters: describeGetters(node, reader),
    properties: describeProperties(node, reader),
    doc: docOf({ ...node, start }, node.id ?? node.body, file)?.documentation,
  }
}

function describeTypeDefaults({ typeParameters }: Class, reader: TypeReader) {
  const described = (typeParameters?.params ?? []).flatMap((parameter) =>
    parameter.default ? [[parameter.name.name, reader.describe(parameter.default)] as const] : [],
  )
  return described.length > 0 ? Object.fromEntries(described) : undefined
}

function describeConstructor(node: Class, reader: TypeReader) {
  const declared = constructorOf(node)
  return (
    declared &&
    describeParameters(declared.value, docOf(declared, declared.key, reader.scope.file), reader)
  )
}

function describeMethods(node: Class, implemented: readonly string[], reader: TypeReader) {
  const isJob = implemented.includes('Job') || node.superClass !== null
  const isPolicy = implemented.includes('Policy')
  const described = node.body.body.flatMap((member) => {
    if (!isMethod(member) || member.kind !== 'method') return []
    const name = member.computed ? undefined : keyName(member.key)
    const isOfJob = isJob && (name === 'handle' || name === 'failed')
    const isWanted = isDecorated(member) || isPolicy || isOfJob
    return name !== undefined && isWanted ? [[name, describeMethod(member, reader)] as const] : []
  })
  return described.length > 0 ? Object.fromEntries(described) : undefined
}

function describeGetters(node: Class, reader: TypeReader) {
  const { file } = reader.scope
  const described = node.body.body.flatMap((member) => {
    if (!isMethod(member) || member.kind !== 'get' || !isDecorated(member)) return []
    const name = member.computed ? undefined : keyName(member.key)
    if (name === undefined) return []
    const { returnType } = member.value
    const returns = returnType && withoutUndefined(reader.describe(returnType.typeAnnotation))
    const getter = {
      type: returns?.type,
      optional: returns?.optional,
      static: member.static || undefined,
      at: file.at(member.key.start),
      doc: docOf(member, member.key, file)?.documentation,
    }
    return [[name, getter] as const]
  })
  return described.length > 0 ? Object.fromEntries(described) : undefined
}

function describeMethod(member: Method, outer: TypeReader) {
  const { returnType, typeParameters, body, async: isAsync, generator } = member.value
  const reader = outer.within(callTypeParameters(typeParameters, outer.scope))
  const { file } = reader.scope
  const doc = docOf(member, member.key, file)
  const returns = returnType && withoutUndefined(reader.describe(returnType.typeAnnotation))
  return {
    parameters: describeParameters(member.value, doc, reader),
    returns: returns?.type ?? (isAsync && generator ? asyncIterable : undefined),
    returnsOptional: returns?.type.kind === 'void' ? undefined : returns?.optional,
    ...(body && returnedReplies(body, reader)),
    static: member.static || undefined,
    at: file.at(member.key.start),
    doc: doc?.documentation,
  }
}

/** The return type of `async *` methods that do not declare one. */
const asyncIterable: Type = { kind: 'builtin', name: 'AsyncIterable' }

/** Describes parameters. `doc` is the doc comment of the constructor or method. */
function describeParameters(
  { params }: FunctionNode,
  doc: DocComment | undefined,
  reader: TypeReader,
) {
  const { file } = reader.scope
  return params
    .filter((node) => parameterName(node) !== 'this')
    .map((node) => {
      const { binding, name, type, optional, default: defaultValue } = readParameter(node, reader)
      return {
        name,
        type,
        optional,
        default: defaultValue,
        rest: node.type === 'RestElement' || undefined,
        property:
          node.type === 'TSParameterProperty' ? (node.accessibility ?? 'public') : undefined,
        at: file.at(binding.start),
        doc: docOf(node, binding, file)?.documentation ?? doc?.parameters.get(name),
      }
    })
}
