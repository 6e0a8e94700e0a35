import { spawn } from 'node:child_process'
import { once } from 'node:events'
import { join } from 'node:path'
import { createInterface } from 'node:readline'
import { freePort } from '../../../packages/core/test/support/free-port.ts'
import { installTools } from '../tools/installation.ts'

/** A proxy that answers each request or response that departs from an OpenAPI document with a list of the violations. */
export class Prism implements AsyncDisposable {
  readonly address: string
  readonly #stop: () => Promise<void>

  private constructor(address: string, stop: () => Promise<void>) {
    this.address = address
    this.#stop = stop
  }

  static async start(document: string, upstream: string): Promise<Prism> {
    const program = join(await installTools(), 'prism')
    const port = await freePort()
    const args = ['proxy', document, upstream, '--errors', '--port', String(port)]
    const child = spawn(process.execPath, [program, ...args], {
      stdio: ['ignore', 'pipe', 'inherit'],
    })
    const exit = once(child, 'exit')
    const output: string[] = []
    for await (const line of createInterface({ input: child.stdout })) {
      output.push(line)
      if (line.includes('Prism is listening')) break
    }
    // The log that follows is not read.
    child.stdout.resume()
    if (child.exitCode !== null) throw new Error(`prism has ended:\n${output.join('\n')}`)
    return new Prism(`http://127.0.0.1:${port}`, async () => {
      child.kill()
      await exit
    })
  }

  [Symbol.asyncDispose](): Promise<void> {
    return this.#stop()
  }
}
