import { expect, test } from 'vitest'
import { scan, SourceSyntaxError } from '../src/index.ts'

test('lists the classes at the top level of a module', () => {
  const source = `
import { Job as BackgroundJob } from '@fw/queue'
import type * as queue from '@fw/queue'
import Listening from './listening.ts'
@Controller() export class Decorated {}
export class Method { @Get('/') show() {} }
export class Parameter { show(@Body() order: Order) {} }
export class Constructed { constructor(@Note() note: string) {} }
export class Field { @Note() note = '' }
export abstract class Work implements BackgroundJob, queue.Retried, Listening {}
class Renamed {}
class Hidden { @Get('/') show() {} }
export { Renamed as Shown, Renamed as 'shown again' }
export type { Hidden }
export default class extends Method {}
declare class Ambient {}
export declare class Foreign {}
function inside() { class Nested {} }
export const Expression = class {}
`
  const plain = { decorators: false, methodDecorators: false, implements: [] }
  const exported = (name: string) => ({ name, exported: true, exportedName: name, ...plain })
  expect(scan(source, '/app/a.ts')).toEqual([
    { ...exported('Decorated'), decorators: true },
    { ...exported('Method'), decorators: true, methodDecorators: true },
    { ...exported('Parameter'), decorators: true },
    { ...exported('Constructed'), decorators: true },
    { ...exported('Field'), decorators: true },
    { ...exported('Work'), abstract: true, implements: ['Job', 'Retried', 'Listening'] },
    { name: 'Renamed', exported: true, exportedName: 'Shown', ...plain },
    { name: 'Hidden', exported: false, ...plain, decorators: true, methodDecorators: true },
    { name: '', exported: true, exportedName: 'default', ...plain, extends: 'Method' },
  ])
})

test('lists the class that a default export refers to', () => {
  const source = 'class A implements Job {}\nexport default A'
  expect(scan(source, '/app/a.ts')).toMatchObject([{ name: 'A', exportedName: 'default' }])
})

test('lists the parent of a class under the name that its module exports', () => {
  const source = "import { Authentication as A } from '@fw/core'\nexport class Who extends A {}"
  expect(scan(source, '/app/a.ts')).toMatchObject([{ name: 'Who', extends: 'Authentication' }])
})

test('does not read a module that has nothing to discover', () => {
  expect(scan('export class Plain {', '/app/a.ts')).toEqual([])
})

test('refuses a module that is not TypeScript, with the location', () => {
  const read = () => scan('@D()\nclass A {', 'a.ts')
  expect(read).toThrow(SourceSyntaxError)
  expect(read).toThrow(
    'a.ts:2:10: Expected `}` but found `EOF`\n1 | @D()\n2 | class A {\n             ^',
  )
})
