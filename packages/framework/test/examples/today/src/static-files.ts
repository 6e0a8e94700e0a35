import { fileURLToPath } from 'node:url'
import { FileResponse, Get } from 'fw'

const folder = fileURLToPath(new URL('../public', import.meta.url))

export class StaticFiles {
  @Get('/')
  index() {
    return FileResponse.fromPath(`${folder}/index.html`)
  }

  @Get('/assets/{file}')
  asset(file: string) {
    return FileResponse.fromFolder(`${folder}/assets`, file)
  }
}
