import { createApp } from '@fw/core'
import { getRequestListener } from '@hono/node-server'

const { kernel } = await createApp(new URL('.', import.meta.url))

/** Handles requests of `node:http` with the application in `src`. */
export const listener = getRequestListener((request, { incoming }) =>
  kernel.fetch(request, { peer: incoming.socket.remoteAddress }),
)
