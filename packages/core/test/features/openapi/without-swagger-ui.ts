import {
  cpSync,
  existsSync,
  mkdirSync,
  readFileSync,
  realpathSync,
  symlinkSync,
  writeFileSync,
} from 'node:fs'
import { dirname, join } from 'node:path'
import { fileURLToPath } from 'node:url'
import { FwProcess } from '../../support/fw-process.ts'

const framework = fileURLToPath(new URL('../../..', import.meta.url))
const transform = fileURLToPath(new URL('../../../../transform', import.meta.url))
const installed = fileURLToPath(new URL('../../../../../node_modules', import.meta.url))
const fixtures = new URL('fixtures/', import.meta.url)

/**
 * Serves an application with a copy of the framework for which swagger-ui-dist is not installed. `files` are its sources;
 * without them, it has the controllers with every form of input and response.
 */
export function serveWithoutSwaggerUi(
  folder: string,
  files: Readonly<Record<string, string>> = everyForm(),
): FwProcess {
  const root = realpathSync(folder)
  const copy = join(root, 'copy')
  for (const part of ['bin', 'src', 'package.json']) {
    cpSync(join(framework, part), join(copy, part), { recursive: true })
  }
  link(copy, root, '@fw/core')
  link(transform, root, '@fw/transform')
  const { dependencies } = JSON.parse(readFileSync(join(framework, 'package.json'), 'utf8')) as {
    dependencies: Record<string, string>
  }
  for (const name of Object.keys(dependencies)) {
    const own = join(framework, 'node_modules', name)
    link(existsSync(own) ? own : join(installed, name), root, name)
  }
  for (const [path, text] of Object.entries(files)) {
    mkdirSync(dirname(join(root, path)), { recursive: true })
    writeFileSync(join(root, path), text)
  }
  const words = ['serve', '--host=127.0.0.1', '--port=0']
  return new FwProcess(root, words, {}, [join(copy, 'bin/fw')])
}

function everyForm(): Record<string, string> {
  const read = (name: string) => readFileSync(new URL(name, fixtures), 'utf8')
  return {
    'package.json': '{ "name": "<Application>", "version": "1.2.3", "type": "module" }',
    'src/answers.ts': read('answers.ts'),
    'src/shop.ts': read('shop.ts'),
  }
}

function link(target: string, root: string, name: string): void {
  const path = join(root, 'node_modules', name)
  mkdirSync(dirname(path), { recursive: true })
  symlinkSync(target, path)
}
