import type { TypeNode } from '../ast.ts'
import type { DeclaredClass } from '../declarations.ts'
import { createRule } from '../rule.ts'

export const readableType = createRule(
  'Types of data must be readable without a type checker.',
  ({ classes, textOf }, report) => {
    for (const { owner, type } of classes.flatMap(dataTypes)) {
      for (const { node, problem } of unreadableIn(type)) {
        report(node, `${owner}: cannot read the type "${textOf(node)}": ${problem}`)
      }
    }
  },
)

interface DataType {
  readonly owner: string
  readonly type: TypeNode
}

/**
 * Returns the types that the framework certainly reads: the parameters and return values of decorated methods, and the
 * constructor parameters of a class that is a job, or in which at least one constructor parameter has a decorator.
 */
function dataTypes({ name, methods, parameters, isJob }: DeclaredClass): DataType[] {
  const isData = isJob || parameters.some(({ attributes }) => attributes.length > 0)
  const fields = isData ? parameters : []
  const called = methods.filter(({ attributes }) => attributes.length > 0)
  return [
    ...fields.map((field) => ({ owner: `${name}.${field.name}`, type: field.type })),
    ...called.flatMap((method) => [
      ...method.parameters.map((parameter) => ({
        owner: `${method.owner}, parameter "${parameter.name}"`,
        type: parameter.type,
      })),
      { owner: `${method.owner}, return type`, type: method.returns },
    ]),
  ].flatMap(({ owner, type }) => (type ? [{ owner, type }] : []))
}

const problems: Readonly<Record<string, string>> = {
  TSSymbolKeyword: 'a symbol has no JSON representation. Write string.',
  TSFunctionType: 'a function has no JSON representation. Declare a class with a method for it.',
  TSConstructorType: 'a constructor has no JSON representation. Declare an abstract class for it.',
  TSConditionalType:
    'resolving a conditional type needs the type checker, which fw does not run. Write the resulting type.',
  TSThisType: '"this" does not name a class. Write the name of the class.',
}

const namedProblems: Readonly<Record<string, string>> = {
  String: '"String" is the wrapper object. Write string.',
  Number: '"Number" is the wrapper object. Write number.',
  Boolean: '"Boolean" is the wrapper object. Write boolean.',
  BigInt: '"BigInt" is the wrapper object. Write bigint.',
  Object: '"Object" allows nearly every value. Write object, or the properties.',
}

function unreadableIn(type: TypeNode): { node: TypeNode; problem: string }[] {
  const name = type.typeName?.name
  const problem = problems[type.type] ?? (name === undefined ? undefined : namedProblems[name])
  if (problem !== undefined) return [{ node: type, problem }]
  const inside = [
    ...(type.types ?? []),
    ...(type.elementType ? [type.elementType] : []),
    ...(type.typeArguments?.params ?? []),
  ]
  return inside.flatMap(unreadableIn)
}
