import type { Config } from '@fw/core'
import { createConnection, createPool } from 'mysql2/promise'
import type { Driver } from './database.ts'

export const mysql: Driver = {
  open: (config) => createPool(serverOf(config)),
  openOne: (config) => createConnection(serverOf(config)),
}

function serverOf(config: Config) {
  return {
    host: config.string('DB_HOST', '127.0.0.1'),
    port: config.int('DB_PORT', 3306),
    database: config.string('DB_NAME', 'pingpong'),
    user: config.string('DB_USER', 'root'),
    password: config.string('DB_PASSWORD', ''),
  }
}
