import { execFileSync } from 'node:child_process'
import { fileURLToPath } from 'node:url'
import type { Contestant } from '../contestant.ts'

const fw = fileURLToPath(new URL('../../../packages/core/bin/fw', import.meta.url))

/** The output of `fw client`; no server code is compiled. */
export const contestant: Contestant = {
  name: 'fw',
  sources(resources) {
    const controllers = resources.map((resource) => [
      `server/src/${resource}.ts`,
      `import { Body, Delete, Get, type int, Patch, Post } from '@fw/core'
export class ${resource} {
  constructor(
    readonly id: int,
    readonly name: string,
    readonly at: Date,
    readonly tags: string[],
  ) {}
}
export class ${resource}Input {
  constructor(readonly name: string, readonly tags: string[]) {}
}
const item = (): ${resource} => new ${resource}(1, 'name', new Date(), [])
export class ${resource}Controller {
${operations(resource)}
}
`,
    ])
    const manifest = JSON.stringify({ name: 'server', type: 'module' })
    return { ...Object.fromEntries(controllers), 'server/package.json': manifest }
  },
  prepare(folder) {
    execFileSync(process.execPath, [fw, 'client', '../client'], { cwd: `${folder}/server` })
  },
  program: (calls) => `import { createClient } from './client/index.js'
const api = createClient({ baseUrl: 'http://localhost' })
${calls
  .map(({ group, kind, variable }) => {
    const name = `${variable}.name satisfies string`
    return kind === 'show'
      ? `const ${variable} = await api.${group}.show({ id: 1 })\n${name}`
      : `const ${variable} = await api.${group}.create({ body: { name: 'a', tags: [] } })\n${name}`
  })
  .join('\n')}
// @ts-expect-error an id is a number
await api.${calls[0]?.group}.show({ id: 'a' })
`,
}

function operations(resource: string): string {
  const path = `/${resource}`
  const bodies = ['create', 'replace', 'merge'].map(
    (name) => `  @Post('${path}/${name}/{id}')
  ${name === 'create' ? 'createAt' : name}(id: int, @Body() body: ${resource}Input): ${resource} {
    return void [id, body], item()
  }`,
  )
  const reads = ['show', 'latest', 'archive', 'restore'].map(
    (name) => `  @Get('${path}/${name}/{id}')
  ${name}(id: int): ${resource} {
    return void id, item()
  }`,
  )
  return [
    `  @Post('${path}')
  create(@Body() body: ${resource}Input): ${resource} {
    return void body, item()
  }`,
    `  @Delete('${path}/{id}')
  remove(id: int): void {
    void id
  }`,
    `  @Patch('${path}/{id}')
  update(id: int, @Body() body: ${resource}Input): ${resource} {
    return void [id, body], item()
  }`,
    ...bodies,
    ...reads,
  ].join('\n')
}
