import { cpSync, existsSync, mkdirSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'

const framework = fileURLToPath(new URL('../../..', import.meta.url))
const installed = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))

/**
 * Writes a copy of the framework for which swagger-ui-dist is not installed, and `program.mjs`: an application that prints
 * its page, or with the argument `serve` its port.
 */
export function writeWithoutSwaggerUi(folder: string): void {
  cpSync(join(framework, 'src'), join(folder, 'fw'), { recursive: true })
  const { dependencies } = JSON.parse(readFileSync(join(framework, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    const link = join(folder, 'node_modules', name)
    mkdirSync(dirname(link), { recursive: true })
    const own = join(framework, 'node_modules', name)
    symlinkSync(existsSync(own) ? own : join(installed, name), link)
  }
  writeFileSync(join(folder, 'package.json'), '{ "name": "<Application>", "type": "module" }')
  writeFileSync(join(folder, 'program.mjs'), program)
}

/** Without the transform, and so with a description written by hand. */
const program = `
import { Container, Get, Kernel, Router } from './fw/index.ts'
import { serve } from './fw/node.ts'

class Things {
  showAll() {}
}
const showAll = { parameters: [], at: '1:1' }
const description = { name: 'Things', file: 'things.ts', at: '1:1', methods: { showAll } }
Object.defineProperty(Things, Symbol.for('fw.description'), { value: () => description })
Get('/things/{id}')(Things.prototype, 'showAll')

const kernel = new Kernel(new Container().boot(), new Router().register(Things), {
  root: import.meta.dirname,
})
if (process.argv[2] === 'serve') {
  const { port } = await serve(kernel, { port: 0, host: '127.0.0.1' })
  console.log('port ' + port)
} else {
  const page = await kernel.fetch(new Request('http://localhost/docs'))
  const style = await kernel.fetch(new Request('http://localhost/docs/swagger-ui.css'))
  const filter = await kernel.fetch(new Request('http://localhost/docs/list.js'))
  console.log(page.status, style.status, filter.status)
  console.log(await page.text())
}
`
