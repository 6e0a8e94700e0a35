import { Config } from '@fw/core'
import { Storage } from './src/storage.ts'

export const storage = new Storage(
  Config.of({ STORAGE_BUCKET: 'test' }),
)
