import { execFileSync } from 'node:child_process'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { runUnderRegister } from './run-program.ts'
import { temporaryFolder } from './temporary-folder.ts'

const tsc = join(import.meta.dirname, '../../../node_modules/typescript/bin/tsc')

test('decorators are evaluated and called in the order of the TypeScript compiler', () => {
  const folder = temporaryFolder({
    'main.ts': `
const log: string[] = []
function d(name: string): any {
  log.push('evaluate ' + name)
  return (target: object, member?: string, at?: unknown) => {
    const owner = typeof target === 'function' ? 'constructor' : 'prototype'
    log.push(['call', name, owner, member, typeof at].join(' '))
  }
}
function key(name: string) { log.push('key ' + name); return name }
@d('class 1') @d('class 2')
class A {
  static { log.push('static block') }
  @d('static field') static sf = log.push('static value')
  @d('static method') static sm(@d('static parameter') a: string) {}
  @d('field') f = 1
  @d('method 1') @d('method 2') m(@d('parameter 1') a: string, @d('parameter 2') b?: number) {}
  @d('computed') [key('x')](@d('computed parameter') a: string) {}
  @d('getter') get g() { return 1 }
  constructor(@d('constructor 1') @d('constructor 1b') a: string, @d('constructor 2') private b: number) {}
}
new A('', 1)
process.stdout.write(log.join('\\n'))
export {}
`,
    'tsconfig.json': JSON.stringify({
      compilerOptions: {
        target: 'esnext',
        module: 'esnext',
        experimentalDecorators: true,
        types: [],
        lib: ['esnext'],
        outDir: 'compiled',
        noEmitOnError: false,
      },
      include: ['main.ts'],
    }),
  })
  const compile = () => execFileSync(process.execPath, [tsc, '-p', folder])
  expect(compile).toThrow() // The compiler knows no process here, and writes the program all the same.
  const compiled = execFileSync(process.execPath, ['compiled/main.js'], { cwd: folder })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe(String(compiled))
  expect(String(compiled).split('\n')).toHaveLength(35)
})

test('initial values of fields can use the parameter properties', () => {
  const folder = temporaryFolder({
    'main.ts': `
class Base { constructor(public base: number) {} }
class A extends Base {
  private readonly first: number = this.text.length
  'second-one' = this.first + this.base; #third = [1,
    this.first]; plain = 5
  later = () => this.text
  static kept = 1
  constructor(private readonly text: string, base: number) {
    const before = 'before super'
    super(base)
    console.log(before, this.first, this['second-one'], this.#third, this.plain, this.later())
  }
}
class B {
  upper = (this.text.toUpperCase())
  constructor(readonly text: string) {}
}
console.log(Object.keys(new A('abc', 4)), new B('x').upper, A.kept)
`,
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe(
    "before super 3 7 [ 1, 3 ] 5 abc\n[ 'base', 'text', 'first', 'second-one', 'plain', 'later' ] X 1\n",
  )
})

test('types are erased, and enums and namespaces become JavaScript', () => {
  const folder = temporaryFolder({
    'main.ts': `
import { Only, type Inline } from './only-types.ts'
import { value, type Unused } from './values.ts'
enum Level { Low, High = 'high' }
const enum Size { Small = 1 }
namespace Space { export const inner = Level.High }
declare class Ambient { x: string }
abstract class A { abstract run(): void; declare later: string; constructor(a: Only, b: Inline) {} }
const checked = { a: 1 } satisfies object as object
console.log(Level[0], Space.inner, Size.Small, value!, checked, typeof A)
export type { Unused }
`,
    'only-types.ts': `
throw new Error('was imported')
export interface Only {}
export type Inline = string
`,
    'values.ts': 'export const value = 1\nexport type Unused = 1\n',
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe('Low high 1 1 { a: 1 } function\n')
})

test('a module needs no helper package for its decorators', () => {
  const folder = temporaryFolder({
    'main.ts': `
function d(...used: unknown[]): any { return () => console.log(used) }
class A { @d(1) method(@d(2) _decorate: string) {} }
`,
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe('[ 2 ]\n[ 1 ]\n')
})

test('code that looks like brackets does not hide the code after it', () => {
  const folder = temporaryFolder({
    'main.ts': String.raw`
const print = (c: object) => {
  const { parameters = [], methods = {} } = (c as any)[Symbol.for('fw.description')]()
  console.log(parameters.map((p: any) => p.name).join(), Object.keys(methods).join())
}
const d: any = () => () => {}
class Slashes {
  field = 4 / 2 / 1; other = /[/'"{]/.test('}')
  a(x: string) { if (x) /{"/.test(x); return x.length / 2 }
  @d() b(x: string): { y: { z: string } } { return { y: { z: ${'`'}}\${x + '}'}{${'`'} } } }
  @d() c<T extends { a: string }>(x: T): x is T { return !/}/.test('"') }
  @d() async *e(): AsyncGenerator<{ a: string }> { yield { a: '\'}' } /* } */ }
  // }
  constructor(readonly last: { a: 1 } | null = null) { const i = 1; ((i) / 2) }
}
class Outer<T = { a: string }> extends (class { inner() {} }) {
  @d() nested(): unknown { class Inner { constructor(x: string) {} @d() deep() { return '}' } } return Inner }
  class = function () { return 1 }
}
declare function ambient(): string
interface Kept { kept: string }
class Overloaded {
  constructor(readonly kept: Kept) {}
  method(): Kept
  @d() method(): { kept: string } { return this.kept }
  @d() last(): Kept['kept'] |
    number { return 1 }
}
print(Slashes)
print(Overloaded)
print(Outer)
print((new Outer() as any).nested())
const object = { class: 1, method() { return { class: 'A {' } }, get x() { return 1 } }
class Last { @d() method() { return object.class / 2 } }
print(Last)
`,
  })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toBe(
    'last b,c,e\nkept method,last\n nested\nx deep\n method\n',
  )
})

test('a byte order mark, carriage returns and non-ASCII characters do not shift locations', () => {
  const lines = [
    '\uFEFF/** Größe. */',
    'export class Größe {',
    "  constructor(/** Die Länge 😀. */ readonly länge: 'ä' | '😀' = 'ä') {}",
    "  fail(): never { throw new Error('😀') }",
    '}',
    'const described = Größe as unknown as { [key: symbol]: () => any }',
    "const { at, parameters, doc } = described[Symbol.for('fw.description')]!()",
    'console.log(at, parameters[0].at, parameters[0].type.values, doc.summary)',
    "try { new Größe().fail() } catch (e) { console.log((e as Error).stack!.split('\\n')[1]) }",
    '// 😀',
  ]
  const folder = temporaryFolder({ 'main.ts': lines.join('\r\n') })
  expect(runUnderRegister(['main.ts'], { cwd: folder })).toMatch(
    /^2:14 3:45 \[ 'ä', '😀' \] Größe\.\n +at Größe\.fail \(.*main\.ts:4:25\)\n$/,
  )
})
