import { once } from 'node:events'
import { Command } from 'fw'
import { SocketSettings } from '../live/socket-settings.ts'
import { SocketServer } from './socket-server.ts'

export class ServeSockets {
  constructor(private readonly settings: SocketSettings) {}

  /** Serves the browsers' live events. */
  @Command('sockets:serve')
  async serve(signal: AbortSignal): Promise<void> {
    const server = new SocketServer(this.settings)
    const port = await server.listen(this.settings.port)
    process.stdout.write(`Sockets on ws://localhost:${port}\n`)
    if (!signal.aborted) await once(signal, 'abort')
    await server.close()
  }
}
