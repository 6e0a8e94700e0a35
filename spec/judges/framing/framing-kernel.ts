import { Config, Container, Kernel, Logger, Router } from '@fw/core'
import { FramingSite } from './framing-site.ts'

class Silence extends Logger {
  debug(): void {}
  info(): void {}
  warn(): void {}
  error(): void {}
}

/** The application that the cases are sent to. */
export function createFramingKernel(): Kernel {
  const container = new Container()
    .instance(Config, Config.of({}))
    .instance(Logger, new Silence())
    .boot()
  return new Kernel(container, new Router().register(FramingSite))
}
