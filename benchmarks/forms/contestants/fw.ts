import { Body, Container, Kernel, Post, Put, Router } from '@fw/core'
import { serve } from '@fw/core/node'

class Profile {
  constructor(
    readonly f0: string,
    readonly f1: string,
    readonly f2: string,
    readonly f3: string,
    readonly f4: string,
    readonly f5: string,
    readonly f6: string,
    readonly f7: string,
    readonly f8: string,
    readonly f9: string,
    readonly document: File,
  ) {}
}

class Profiles {
  @Post('/profiles')
  @Put('/profiles')
  create(@Body() profile: Profile) {
    const { f9, document } = profile
    return { f9, name: document.name, size: document.size }
  }
}

const kernel = new Kernel(new Container().boot(), new Router().register(Profiles))
await serve(kernel, { port: Number(process.env.PORT), host: '127.0.0.1' })
