import { mkdtempSync, rmSync } from 'node:fs'
import { tmpdir } from 'node:os'
import { join } from 'node:path'
import { bundle } from '../../../packages/core/test/http/adapters/contract/bundle.ts'
import { startReporting } from '../../../packages/core/test/http/adapters/contract/platforms.ts'
import { programs } from '../../../packages/core/test/http/adapters/contract/programs.ts'
import {
  findProxy,
  openProxy,
  type ReverseProxy,
} from '../../../packages/core/test/support/open-reverse-proxy.ts'
import { runCases } from '../framing/run-cases.ts'
import { serveBare, serveSite } from '../framing/serve-on-node.ts'
import type { CaseList, Judge } from '../judge.ts'

const proxies: readonly ReverseProxy[] = ['nginx', 'nginx that keeps connections', 'caddy']

/** The cases of `framing` on the other platforms, and behind proxies. */
export const judge: Judge = {
  name: 'framing-platforms',
  source: 'The cases of `framing` on Bun and Deno, and behind nginx and Caddy in front of Node',
  isQuick: false,
  ...missing(),
  async run(cases) {
    const folder = mkdtempSync(join(tmpdir(), 'fw-framing-'))
    await bundle(new URL('../framing/fixtures/serve-site.ts', import.meta.url), folder)
    const main = join(folder, 'main.js')
    await runOn(cases, 'Bun', 'A bare `Bun.serve`', programs.bun, ['run', main])
    await runOn(cases, 'Deno', 'A bare `Deno.serve`', programs.deno, ['run', '--allow-all', main])
    rmSync(folder, { recursive: true })
    for (const name of proxies) await runBehind(cases, name)
  },
}

function missing(): { readonly missing?: string } {
  if (programs.bun === undefined || programs.deno === undefined) {
    return { missing: 'npm has no package of Bun or Deno for this machine.' }
  }
  const isComplete = proxies.every((name) => findProxy(name) !== undefined)
  return isComplete ? {} : { missing: 'Install nginx and Caddy: apt-get install nginx caddy.' }
}

async function runOn(
  cases: CaseList,
  name: string,
  parser: string,
  program: string | undefined,
  args: readonly string[],
): Promise<void> {
  const { port, sitePort = 0, stop } = await startReporting(program as string, args)
  await runCases(
    cases,
    { port, barePort: sitePort, parser, excused: name.toLowerCase() },
    `${name}: `,
  )
  await stop()
}

async function runBehind(cases: CaseList, name: ReverseProxy): Promise<void> {
  const servers = await Promise.all([serveSite(), serveBare()])
  const running = await Promise.all(servers.map(({ port }) => openProxy(name, port)))
  const [port = 0, barePort = 0] = running.map((proxy) => proxy.port)
  const parser = `${name[0]?.toUpperCase()}${name.slice(1)} in front of a bare server of \`node:http\``
  const excused = name.replaceAll(' ', '-')
  await runCases(cases, { port, barePort, parser, excused, isProxied: true }, `${name}: `)
  await Promise.all([...running, ...servers].map((server) => server.close()))
}
