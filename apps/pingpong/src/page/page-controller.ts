import { fileURLToPath } from 'node:url'
import { FileResponse, Get, Hidden, HtmlResponse, type Reply } from '@fw/core'
import { SocketSettings } from '../live/socket-settings.ts'
import { createPage } from './page.ts'

const assets = fileURLToPath(new URL('../../public', import.meta.url))
const pusher = fileURLToPath(import.meta.resolve('pusher-js/dist/web/pusher.min.js'))

@Hidden()
export class PageController {
  constructor(private readonly settings: SocketSettings) {}

  @Get('/')
  show(): Reply {
    return HtmlResponse.create(createPage(this.settings))
  }

  @Get('/assets/pusher.js')
  pusher(): Reply {
    return FileResponse.fromPath(pusher)
  }

  @Get('/assets/{name}')
  asset(name: string): Reply {
    return FileResponse.fromFolder(assets, name)
  }
}
