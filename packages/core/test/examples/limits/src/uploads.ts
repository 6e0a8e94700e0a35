import { Application, Body, BodyLimit, Post } from '@fw/core'

class Report {
  constructor(
    readonly title: string,
    readonly scans: File[],
  ) {}
}

@Application()
@BodyLimit('64KiB')
export class Archive {}

export class Uploads {
  @BodyLimit('50MiB', { file: '10MiB', files: 20, fields: 10 })
  @Post('/reports')
  add(@Body() report: Report) {
    return { title: report.title, scans: report.scans.length }
  }

  @BodyLimit((config) => config.string('MAX_IMPORT', '1GiB'))
  @Post('/imports')
  async import(request: Request) {
    let lines = 0
    const text = request.body?.pipeThrough(new TextDecoderStream())
    for await (const piece of text ?? []) {
      lines += piece.split('\n').length - 1
    }
    return { lines }
  }
}
