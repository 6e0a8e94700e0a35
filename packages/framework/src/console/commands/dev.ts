import { once } from 'node:events'
import type { ConsoleCommand } from '../command.ts'
import { serveParameters } from './serve.ts'
import { ServerReserve } from '../server-reserve.ts'
import { watchFiles } from '../watch-files.ts'

/** `fw dev` */
export function devCommand(folder: string): ConsoleCommand {
  return {
    name: 'dev',
    description: 'Serve the application, and start it anew whenever its files change.',
    owner: 'fw',
    parameters: serveParameters,
    async run([module, host, port, migrate, signal]) {
      const options = Object.entries({ host, port })
        .filter(([, value]) => value !== undefined)
        .map(([name, value]) => `--${name}=${String(value)}`)
      if (migrate === true) options.push('--migrate')
      if (module !== undefined) options.push(module as string)
      const files = watchFiles(folder)
      const ended = once(signal as AbortSignal, 'abort').then(() => undefined)
      const reserve = new ServerReserve(folder, options)
      for (;;) {
        const server = reserve.take()
        const changed = await Promise.race([files.next(), ended])
        await Promise.all([server.stop(), files.settled()])
        if (changed === undefined) break
        process.stdout.write(`${changed} has changed, starting anew.\n`)
      }
      await reserve.close()
      files.close()
    },
  }
}
