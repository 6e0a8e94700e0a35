import { closeSync, openSync } from 'node:fs'
import { Config, Container, Get, JsonLogger, Kernel, Logger, Router } from '@fw/core'
import { serve } from '@fw/core/node'
import { extension } from '@fw/telemetry/extension'

class Orders {
  @Get('/orders/{id}')
  show(id: string) {
    return { id }
  }
}

/** Serves an application that is seen as its configuration says. */
export async function serveOrders(values: Record<string, string>): Promise<void> {
  const config = Config.of(values)
  const logger = new JsonLogger()
  const container = new Container().instance(Config, config).instance(Logger, logger)
  await extension.start?.({ folder: process.cwd(), config, logger: () => logger })
  await extension.extend?.({ container, config, classes: [Orders] })
  const kernel = new Kernel(container.boot(), new Router().register(Orders))
  await serve(kernel, { port: Number(process.env['PORT']), host: '127.0.0.1' })
  // The lines of requests go the way that they always go, and nowhere.
  closeSync(2)
  openSync('/dev/null', 'w')
}
