import { once } from 'node:events'
import { Command, type int } from '@fw/core'
import { SocketSettings } from '../live/socket-settings.ts'
import { SocketServer } from './socket-server.ts'

export class ServeSockets {
  constructor(private readonly settings: SocketSettings) {}

  /** Serve live events to browsers. */
  @Command('sockets:serve')
  async serve(signal: AbortSignal): Promise<int> {
    const { port } = this.settings
    const server = new SocketServer(this.settings)
    try {
      process.stdout.write(`Sockets on ws://localhost:${await server.listen(port)}\n`)
    } catch (error) {
      if ((error as NodeJS.ErrnoException).code !== 'EADDRINUSE') throw error
      process.stderr.write(
        `Another process is already listening on port ${port}. Set SOCKET_PORT.\n`,
      )
      return 1
    }
    if (!signal.aborted) await once(signal, 'abort')
    await server.close()
    return 0
  }
}
