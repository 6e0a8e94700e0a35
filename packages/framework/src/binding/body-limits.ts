import type { Config } from '../config/config.ts'

/** What a request body may hold; more is answered with 413. */
export interface BodyLimits {
  /** Bytes of a whole body. */
  readonly body: number
  /** Bytes of one uploaded file. */
  readonly file: number
  /** Uploaded files in one form. */
  readonly files: number
  /** Fields in one form. */
  readonly fields: number
  /** Bytes of all fields of a multipart form together; they are kept in memory. */
  readonly fieldBytes: number
}

/** Limits that a program sets by itself, ahead of the configuration. */
export interface BodyLimitOptions {
  /** Bytes of a whole body: `FW_MAX_BODY_BYTES`, else 2 MiB. */
  readonly maxBodyBytes?: number
  /** Bytes of one uploaded file: `FW_MAX_FILE_BYTES`, else as many as a body. */
  readonly maxFileBytes?: number
  /** Uploaded files in one form: `FW_MAX_FILES`, else 100. */
  readonly maxFiles?: number
  /** Fields in one form: `FW_MAX_FIELDS`, else 1,000. */
  readonly maxFields?: number
}

const mebibyte = 1024 * 1024

export function bodyLimits(options: BodyLimitOptions, config: Config): BodyLimits {
  const body = options.maxBodyBytes ?? config.int('FW_MAX_BODY_BYTES', 2 * mebibyte)
  return {
    body,
    file: options.maxFileBytes ?? config.int('FW_MAX_FILE_BYTES', body),
    files: options.maxFiles ?? config.int('FW_MAX_FILES', 100),
    fields: options.maxFields ?? config.int('FW_MAX_FIELDS', 1000),
    fieldBytes: fieldBytesOf(body),
  }
}

/** How many bytes the fields of a multipart form may take together, where a body may have `body` bytes. */
export function fieldBytesOf(body: number): number {
  return Math.min(body, 2 * mebibyte)
}
