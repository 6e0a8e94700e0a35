import { Logger } from '@fw/core'

export class Imports {
  constructor(private readonly logger: Logger) {}

  run(file: string): void {
    this.logger.info('Import started.', { file })
    try {
      throw new Error('the file is empty')
    } catch (error) {
      this.logger.error('Import failed.', { file, error })
    }
  }
}
