import { transformSync } from 'oxc-transform'
import { insert, withoutInsertions, type Insertion, type SourceMap } from './insertions.ts'
import { refuseErrors } from '../parse/source-file.ts'

export interface Lowered {
  readonly code: string
  /** Leads to the text before the insertions. */
  readonly map: SourceMap
}

/**
 * Strips the types of a module, lowers its decorators and adds the insertions. All other syntax
 * stays as it is.
 */
export function lower(path: string, text: string, insertions: readonly Insertion[]): Lowered {
  const described = insert(text, insertions)
  const { code, map, errors, helpersUsed } = transformSync(path, described, {
    sourceType: 'module',
    sourcemap: true,
    decorator: { legacy: true },
  })
  refuseErrors(errors, described, path)
  const mappings = map?.mappings ?? ''
  return {
    code: Object.keys(helpersUsed).length === 0 ? code : withHelpers(code),
    map: {
      version: 3,
      names: map?.names ?? [],
      sources: [path],
      sourcesContent: [text],
      mappings: withoutInsertions(mappings, text, insertions),
    },
  }
}

const helperImport =
  /^import (\w+) from "@oxc-project\/runtime\/helpers\/(decorate|decorateParam)";$/gm

/** The helpers of the compiler for decorators. Written into the module, they need no package. */
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
