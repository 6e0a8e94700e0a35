import { Compress, Get, Post, Reply } from '@fw/core'
import type { ServedFolder } from '../content/served-folder.ts'

export class RangeRoutes {
  constructor(private readonly folder: ServedFolder) {}

  @Get('/ranges/letters')
  letters() {
    return Reply.file(this.folder.path('letters.txt'))
  }

  @Get('/ranges/cached')
  cached() {
    const headers = {
      'cache-control': 'max-age=60',
      'content-location': '/letters',
      vary: 'Accept',
    }
    return Reply.file(this.folder.path('letters.txt'), { headers, filename: 'letters.txt' })
  }

  @Compress({ threshold: 1 })
  @Get('/ranges/compressed')
  compressed() {
    return Reply.file(this.folder.path('letters.txt'))
  }

  @Get('/ranges/json')
  json() {
    return { letters: 'abc' }
  }

  @Get('/ranges/stream')
  stream() {
    return new Blob(['abcdef']).stream()
  }

  @Post('/ranges/letters')
  posted() {
    return Reply.file(this.folder.path('letters.txt'))
  }

  @Get('/ranges/refused')
  refused() {
    return Reply.file(this.folder.path('letters.txt'), { status: 403 })
  }
}
