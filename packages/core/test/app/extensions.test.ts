import { mkdirSync, readdirSync, readlinkSync, rmSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { describe, expect, test } from 'vitest'
import { FwProcess, runFw } from '../support/fw-process.ts'
import { temporaryApplication } from '../support/temporary-application.ts'

const application = {
  'package.json': JSON.stringify({ name: 'shop', type: 'module' }),
  'src/shop.ts': `import { Command, Config } from '@fw/core'
export class Shop {
  constructor(private readonly config: Config) {}
  @Command('shop:greet') greet() { console.log(this.config.string('GREETING')) }
}
`,
}

const greeting = `export const extension = {
  async extend({ container, config, classes }) {
    const names = classes.map(({ name }) => name).join(' ')
    container.instance(config.constructor, config.constructor.of({ GREETING: 'Good day, ' + names }))
  },
  async commands() {
    const run = () => console.log('greeted')
    return [{ name: 'greeting:send', description: 'Greets.', owner: 'greeting', parameters: [], run }]
  },
}
`

/** An application whose node_modules hold the framework, the transform and nothing else of ours. */
function withoutExtensions(): string {
  const root = temporaryApplication(application)
  const installed = readlinkSync(join(root, 'node_modules'))
  rmSync(join(root, 'node_modules'))
  mkdirSync(join(root, 'node_modules/@fw'), { recursive: true })
  for (const name of ['@fw/core', '@fw/transform']) {
    symlinkSync(join(installed, name), join(root, 'node_modules', name))
  }
  return root
}

function install(root: string, name: string, files: Readonly<Record<string, string>>): void {
  const folder = join(root, 'node_modules', name)
  mkdirSync(folder, { recursive: true })
  for (const [path, text] of Object.entries(files)) writeFileSync(join(folder, path), text)
}

const manifest = (exports: object) => JSON.stringify({ name: '@fw/any', type: 'module', exports })

describe('an installed package with the entry point /extension', () => {
  test('extends the application before it boots, and adds commands', async () => {
    const root = withoutExtensions()
    install(root, '@fw/greeting', {
      'package.json': manifest({ './extension': './extension.js' }),
      'extension.js': greeting,
    })
    expect(await runFw(root, ['shop:greet'])).toEqual({
      code: 0,
      stdout: 'Good day, Shop\n',
      stderr: '',
    })
    expect((await runFw(root, ['greeting:send'])).stdout).toBe('greeted\n')
  })

  test('is required: packages without it are not loaded', async () => {
    const root = withoutExtensions()
    install(root, '@fw/plain', {
      'package.json': manifest({ '.': './index.js' }),
      'index.js': "throw new Error('loaded')\n",
    })
    install(root, 'other-greeting', {
      'package.json': manifest({ './extension': './extension.js' }),
      'extension.js': "throw new Error('loaded')\n",
    })
    expect(readdirSync(join(root, 'node_modules/@fw')).toSorted()).toEqual([
      'core',
      'plain',
      'transform',
    ])
    const { code, stdout, stderr } = await runFw(root, ['routes'])
    expect([code, stdout, stderr]).toEqual([0, expect.any(String), ''])
  })
})

test('a command of a package that is not installed prints how to install it', async () => {
  const { code, stderr } = await runFw(withoutExtensions(), ['queue:work'])
  expect([code, stderr]).toEqual([
    2,
    'There is no command "queue:work". Run "fw" for a list.\n' +
      'If it is a command of the package @fw/queue, run "npm install @fw/queue".\n',
  ])
  expect((await runFw(withoutExtensions(), ['core:work'])).stderr).not.toContain('npm install')
})

test('an extension handles paths of the admin port, and has 2 s at shutdown to send its buffers', async () => {
  const root = withoutExtensions()
  install(root, '@fw/counting', {
    'package.json': manifest({ './extension': './extension.js' }),
    'extension.js': `import { Health, Reply } from '@fw/core'
export const extension = {
  adminEndpoints: {
    '/count': {
      collect: async (container) => ({ isThere: container.has(Health) }),
      reply: (parts) => Reply.text(JSON.stringify(parts)),
    },
    '/broken': { collect() { throw new Error('it cannot be counted') }, reply: () => Reply.text('') },
  },
  async flush() { console.log('flushed') },
}
`,
  })
  install(root, '@fw/endless', {
    'package.json': manifest({ './extension': './extension.js' }),
    'extension.js': 'export const extension = { flush: () => new Promise(() => {}) }',
  })
  install(root, '@fw/failing', {
    'package.json': manifest({ './extension': './extension.js' }),
    'extension.js': "export const extension = { async flush() { throw new Error('away') } }",
  })
  const fw = new FwProcess(root, ['serve'], { PORT: '0', HOST: '127.0.0.1', FW_ADMIN_PORT: '0' })
  const [, admin] = await fw.printed(/Health at (http:\S+)\/health\n/)
  await fw.address()

  expect(await (await fetch(`${admin}/count`)).text()).toBe('[{"isThere":true}]')
  expect((await fetch(`${admin}/broken`)).status).toBe(500)
  expect(fw.stderr).toContain('it cannot be counted')

  fw.child.kill('SIGTERM')
  expect(await fw.exit).toBe(0)
  expect(fw.stdout).toContain('flushed')
  expect(fw.stderr).toContain('Buffered data could not be sent.')
})
