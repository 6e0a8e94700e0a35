import { transformSync } from 'oxc-transform'
import { SourceSyntaxError } from './source-syntax-error.ts'
import { insert, withoutInsertions, type Insertion } from './insertions.ts'

/** Turns TypeScript with parameter decorators into JavaScript; the map leads to the text before the insertions. */
export function lower(path: string, text: string, insertions: readonly Insertion[]) {
  const { code, map, errors, helpersUsed } = transformSync(path, insert(text, insertions), {
    sourceType: 'module',
    sourcemap: true,
    decorator: { legacy: true },
  })
  const error = errors.find((error) => error.severity === 'Error')
  if (error || !map) throw new SourceSyntaxError(path, '1:1', error as never)
  return {
    code: Object.keys(helpersUsed).length === 0 ? code : withHelpers(code),
    map: { ...withoutInsertions(map, text, insertions), sourcesContent: [text] },
  }
}

const helperImport = /^import (\w+) from "@oxc-project\/runtime\/helpers\/(decorate|decorateParam)";$/gm

/** What the compiler emits for decorators, written into the module so that it needs no package for them. */
const helpers: Record<string, string> = {
  decorate:
    '(decorators, target, key, desc) {' +
    ' var c = arguments.length, r = c < 3 ? target : desc === null ? desc = Object.getOwnPropertyDescriptor(target, key) : desc, d;' +
    ' if (typeof Reflect === "object" && typeof Reflect.decorate === "function") r = Reflect.decorate(decorators, target, key, desc);' +
    ' else for (var i = decorators.length - 1; i >= 0; i--) if (d = decorators[i]) r = (c < 3 ? d(r) : c > 3 ? d(target, key, r) : d(target, key)) || r;' +
    ' return c > 3 && r && Object.defineProperty(target, key, r), r; }',
  decorateParam:
    '(index, decorator) { return function (target, key) { decorator(target, key, index); }; }',
}

function withHelpers(code: string): string {
  return code.replace(
    helperImport,
    (_, local: string, helper: string) => `function ${local}${helpers[helper]}`,
  )
}
