import { spawn, type ChildProcess } from 'node:child_process'
import { once } from 'node:events'
import { globSync, writeFileSync } from 'node:fs'
import { basename, dirname, join } from 'node:path'
import { setTimeout as sleep } from 'node:timers/promises'
import { freePort } from '../../../support/free-port.ts'

export interface Running {
  readonly port: number
  /** The path under which `/site/` is served, if different. */
  readonly sitePort?: number
  /** Gives the exit code. */
  stop(signal?: NodeJS.Signals): Promise<number | null>
}

/** Serves a module as a Cloudflare worker, with the parts of a bundle next to it. */
export async function startWorkerd(program: string, main: string): Promise<Running> {
  const port = await freePort()
  const config = join(dirname(main), 'worker.capnp')
  const parts = globSync('bundle/*.mjs', { cwd: dirname(main) })
  writeFileSync(config, workerdConfig(port, [basename(main), ...parts]))
  const child = spawn(program, ['serve', config], { stdio: 'inherit' })
  for (let attempt = 0; child.exitCode === null && attempt < 100; attempt += 1) {
    const isUp = await fetch(`http://127.0.0.1:${port}/`).then(
      (response) => response.body?.cancel().then(() => true),
      () => false,
    )
    if (isUp) return { port, stop: () => stop(child) }
    await sleep(100)
  }
  throw new Error('workerd did not start.')
}

function workerdConfig(port: number, files: readonly string[]): string {
  const modules = files.map((file) => `(name = "${file}", esModule = embed "${file}")`)
  return `using Workerd = import "/workerd/workerd.capnp";
const config :Workerd.Config = (
  services = [(name = "main", worker = .main)],
  sockets = [(name = "http", address = "127.0.0.1:${port}", http = (), service = "main")]
);
const main :Workerd.Worker = (
  modules = [${modules.join(', ')}],
  compatibilityDate = "2026-08-01",
  compatibilityFlags = ["nodejs_compat"]
);
`
}

export async function stop(
  child: ChildProcess,
  signal: NodeJS.Signals = 'SIGKILL',
): Promise<number | null> {
  if (child.exitCode !== null || child.signalCode !== null) return child.exitCode
  child.kill(signal)
  await once(child, 'exit')
  return child.exitCode
}
