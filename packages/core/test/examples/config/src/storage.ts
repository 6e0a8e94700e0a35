import { Config } from '@fw/core'

export class Storage {
  readonly bucket: string
  readonly maxMegabytes: number
  readonly regions: string[]

  constructor(config: Config) {
    this.bucket = config.string('STORAGE_BUCKET')
    this.maxMegabytes = config.int('STORAGE_MAX_MEGABYTES', 25)
    this.regions = config.list('STORAGE_REGIONS', ['eu'])
  }
}
