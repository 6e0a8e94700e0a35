import {
  type Class,
  type Expression,
  parseSync,
  type Program,
  type Span,
  type TSType,
  type TSTypeName,
  type TSTypeQueryExprName,
  Visitor,
} from 'oxc-parser'

/** The kind of an export. A class that extends `Error` is an error. */
export type DeclarationKind = 'decorator' | 'function' | 'class' | 'type' | 'constant'

/** The published declaration of one name. */
interface ReadDeclaration {
  readonly kind: DeclarationKind
  /** The code without what is private. */
  readonly code: string
  /** The name of the class that it extends. */
  readonly parent: string | undefined
  /** The names of the types in the code. */
  readonly types: ReadonlySet<string>
  /** The modules of the types that the declaration imports in place, by their names. */
  readonly imports: ReadonlyMap<string, string>
}

/** Reads the code of one declaration, or of all overloads. */
export function readDeclaration(text: string): ReadDeclaration {
  const imports = new Map<string, string>()
  const code = withoutPrivate(text)
    .replaceAll(/import\("([^"]+)"\)\.(\w+)/g, (_, specifier: string, name: string) => {
      imports.set(name, specifier)
      return name
    })
    .replaceAll(/(\?: [\w<>[\]]+) \| undefined(?=[,)])/g, '$1')
  const { program } = parse(code)
  const statements = program.body.map((statement) =>
    statement.type === 'ExportNamedDeclaration' ? (statement.declaration ?? statement) : statement,
  )
  const kinds = statements.flatMap((statement) => kindOf(statement) ?? [])
  const parents = statements.map((statement) =>
    'superClass' in statement && statement.superClass?.type === 'Identifier'
      ? statement.superClass.name
      : undefined,
  )
  return {
    // A type may have the name of a value, which is what programs call.
    kind: kinds.find((kind) => kind !== 'type') ?? 'type',
    code: code.replace(/^export /gm, ''),
    parent: parents.find((parent) => parent !== undefined),
    types: typesIn(program),
    imports,
  }
}

function kindOf(declared: Statement): DeclarationKind | undefined {
  switch (declared.type) {
    case 'ClassDeclaration':
      return 'class'
    case 'TSInterfaceDeclaration':
    case 'TSTypeAliasDeclaration':
      return 'type'
    case 'TSDeclareFunction':
    case 'FunctionDeclaration':
      return isDecorator(declared.returnType?.typeAnnotation) ? 'decorator' : 'function'
    case 'VariableDeclaration': {
      const type = declared.declarations[0]?.id.typeAnnotation?.typeAnnotation
      if (type?.type !== 'TSFunctionType') return 'constant'
      return isDecorator(type.returnType?.typeAnnotation) ? 'decorator' : 'function'
    }
    default:
      return undefined
  }
}

function isDecorator(type: TSType | undefined): boolean {
  if (type?.type !== 'TSTypeReference' || type.typeName.type !== 'Identifier') return false
  return type.typeName.name.endsWith('Decorator')
}

/** Removes members that are private or have a symbol of the framework, with their comments. */
function withoutPrivate(text: string): string {
  const hidden: Span[] = []
  const { program } = parse(text)
  const visitor = new Visitor({
    ClassBody({ start, body }) {
      let end = start + 1
      for (const member of body) {
        if (isPrivate(member)) hidden.push({ start: end, end: member.end })
        end = member.end
      }
    },
  })
  visitor.visit(program)
  return hidden.reduceRight((code, { start, end }) => code.slice(0, start) + code.slice(end), text)
}

function isPrivate(member: Class['body']['body'][number]): boolean {
  if (!('key' in member)) return false
  if (member.key.type === 'PrivateIdentifier') return true
  if ('accessibility' in member && member.accessibility === 'private') return true
  return member.computed && member.key.type === 'Identifier'
}

function typesIn(program: Program): Set<string> {
  const types = new Set<string>()
  const add = (node: Expression | TSTypeName | TSTypeQueryExprName | null) => {
    if (node?.type === 'Identifier') types.add(node.name)
  }
  const visitor = new Visitor({
    TSTypeReference: ({ typeName }) => add(typeName),
    TSTypeQuery: ({ exprName }) => add(exprName),
    TSClassImplements: ({ expression }) => add(expression),
    TSInterfaceHeritage: ({ expression }) => add(expression),
    ClassDeclaration: ({ superClass }) => add(superClass),
  })
  visitor.visit(program)
  return types
}

type Statement = Program['body'][number]

function parse(text: string): ReturnType<typeof parseSync> {
  return parseSync('declaration.ts', text)
}
