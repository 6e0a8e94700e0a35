import { spawnSync } from 'node:child_process'
import { existsSync, globSync, readFileSync, symlinkSync, writeFileSync } from 'node:fs'
import { join } from 'node:path'
import { expect, test } from 'vitest'
import { createFw, emptyFolder } from '../../packages/create/test/run-program.ts'
import { parseYaml } from '../../packages/core/test/support/parse-yaml.ts'
import { repositoryRoot } from '../repository.ts'

interface Compose {
  readonly services: Record<string, ComposeService>
  readonly volumes?: Record<string, unknown>
}

interface ComposeService {
  readonly build?: string
  readonly environment?: Record<string, string>
  readonly ports?: string[]
  readonly volumes?: string[]
  readonly depends_on?: string[] | Record<string, unknown>
}

interface Workflow {
  readonly jobs: Record<string, { readonly steps: { run?: string }[] }>
}

const templates = ['api', 'postgres', 'agent', 'monorepo']
const managers = ['npm', 'pnpm', 'yarn', 'bun']
const projects = templates.flatMap((template) => managers.map((pm) => [template, pm] as const))

test.each(projects)(
  'everything that the files of %s with %s refer to exists',
  async (template, pm) => {
    const above = emptyFolder()
    const words = ['shop', `--template=${template}`, `--pm=${pm}`, '--no-install', '--no-git']
    expect(await createFw(above, words)).toMatchObject({ code: 0 })
    const folder = join(above, 'shop')
    const read = (file: string) => readFileSync(join(folder, file), 'utf8')
    const { scripts } = JSON.parse(read('package.json')) as { scripts: Record<string, string> }

    const { services, volumes = {} } = parseYaml(read('compose.yaml')) as Compose
    for (const service of Object.values(services)) {
      expect(
        service.build === undefined || existsSync(join(folder, service.build, 'Dockerfile')),
      ).toBe(true)
      for (const name of namesIn(service.depends_on)) expect(services).toHaveProperty(name)
      for (const volume of service.volumes ?? [])
        expect(volumes).toHaveProperty(volume.split(':')[0] ?? '')
      // The settings of the container are ones that a new user can read about.
      const settings = service.build === undefined ? [] : Object.keys(service.environment ?? {})
      for (const key of settings) expect(read('.env.example')).toContain(`${key}=`)
    }
    const published = Object.values(services).flatMap(({ build, ports = [] }) =>
      build ? ports : [],
    )
    const dockerfile = read('Dockerfile')
    for (const port of published) expect(dockerfile).toContain(`EXPOSE ${port.split(':').at(-1)}`)

    const { jobs } = parseYaml(read('.github/workflows/check.yml')) as Workflow
    const ran = Object.values(jobs).flatMap(({ steps }) => steps.flatMap(({ run }) => run ?? []))
    const [run = ''] = /^(?:npm run|pnpm|yarn run|bun run)(?= check$)/m.exec(ran.join('\n')) ?? []
    expect(run).not.toBe('')
    for (const name of ['check', 'test', 'build']) {
      expect(ran).toContain(`${run} ${name}`)
      expect(scripts).toHaveProperty(name)
    }
    const used = `${dockerfile}\n${read('README.md')}\n${read('AGENTS.md')}\n${read('.vscode/launch.json')}`
    for (const [, name = ''] of used.matchAll(new RegExp(`${run} ([a-z]+)\\b`, 'g'))) {
      if (!/^(?:install|prune|exec|workspaces)$/.test(name)) expect(scripts).toHaveProperty(name)
    }
    for (const [, sources = ''] of dockerfile.matchAll(/^COPY (?!--from)(.*) \.\/?$/gm)) {
      const written = sources.split(' ').filter((source) => !/lock|^pnpm-\*|^\.$/.test(source))
      for (const source of written) expect(globSync(source, { cwd: folder })).not.toEqual([])
    }
    for (const file of globSync(['*.yaml', '.yarnrc.yml'], { cwd: folder })) {
      expect(parseYaml(read(file))).toBeTypeOf('object')
    }
    for (const file of globSync(['**/*.json', '.oxlintrc.json', '.vscode/*.json'], {
      cwd: folder,
    })) {
      expect(JSON.parse(read(file))).toBeTypeOf('object')
    }
  },
)

test('the lint rules of new projects allow classes without members, and names of an outer scope', async () => {
  const above = emptyFolder()
  const words = ['shop', '--template=api', '--no-install', '--no-git']
  expect(await createFw(above, words)).toMatchObject({ code: 0 })
  const folder = join(above, 'shop')
  symlinkSync(join(repositoryRoot, 'node_modules'), join(folder, 'node_modules'))
  writeFileSync(
    join(folder, 'src/application.ts'),
    `import { Application, Prefix } from '@fw/core'

@Application()
@Prefix('/api')
export class Shop {}

export class ShopOpened {}
`,
  )
  writeFileSync(
    join(folder, 'test/shop.ts'),
    `import { createApp } from '@fw/core'
import { Stock } from '../src/stock.ts'

export async function createShop() {
  const { container } = await createApp(new URL('..', import.meta.url), {
    bootstrap: (container) => void container.instance(Stock, new Stock()),
  })
  return container
}
`,
  )

  const oxlint = join(repositoryRoot, 'node_modules/oxlint/bin/oxlint')
  const { status, stdout } = spawnSync(process.execPath, [oxlint], {
    cwd: folder,
    encoding: 'utf8',
  })

  expect({ status, stdout }).toEqual({ status: 0, stdout: expect.stringContaining('0 errors') })
})

function namesIn(dependencies: ComposeService['depends_on'] = []): readonly string[] {
  return Array.isArray(dependencies) ? dependencies : Object.keys(dependencies)
}
