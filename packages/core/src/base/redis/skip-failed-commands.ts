import type { Redis } from 'ioredis'

const failed = new WeakSet<Promise<unknown>>()

/**
 * Ensures that a command whose promise was rejected, for example after a timeout, is not sent later. Otherwise, ioredis
 * sends it again when a connection is replaced, and an old change can overwrite a newer one.
 */
export function skipFailedCommands(client: Redis): void {
  const send = client.sendCommand.bind(client)
  client.sendCommand = (command, stream) => {
    const { promise } = command
    if (failed.has(promise)) return promise
    promise.catch(() => failed.add(promise))
    return send(command, stream)
  }
}
