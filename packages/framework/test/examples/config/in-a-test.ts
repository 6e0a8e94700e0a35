import { Config } from 'fw'
import { Storage } from './src/storage.ts'

export const storage = new Storage(Config.of({ STORAGE_BUCKET: 'test' }))
